import type { ConsoleCatalogue } from '../../console.ts';
import { fr as problems } from '../problems/fr.ts';
import { audit } from './fr/audit.ts';
import { channels } from './fr/channels.ts';
import { checklist } from './fr/checklist.ts';
import { clips } from './fr/clips.ts';
import { colours } from './fr/colours.ts';
import { forms } from './fr/forms.ts';
import { invitation } from './fr/invitation.ts';
import { languages } from './fr/languages.ts';
import { login } from './fr/login.ts';
import { mail } from './fr/mail.ts';
import { me } from './fr/me.ts';
import { orders } from './fr/orders.ts';
import { pictures } from './fr/pictures.ts';
import { resource } from './fr/resource.ts';
import { richText } from './fr/rich-text.ts';
import { search } from './fr/search.ts';
import { settings } from './fr/settings.ts';
import { setup } from './fr/setup.ts';
import { shell } from './fr/shell.ts';
import { site } from './fr/site.ts';
import { status } from './fr/status.ts';
import { team } from './fr/team.ts';
import { texts } from './fr/texts.ts';
import { tokens } from './fr/tokens.ts';
import { video } from './fr/video.ts';
import { webhooks } from './fr/webhooks.ts';

export const fr: ConsoleCatalogue = {
  ...problems,
  ...shell,
  ...login,
  ...setup,
  ...checklist,
  ...status,
  ...mail,
  ...video,
  ...clips,
  ...orders,
  ...me,
  ...team,
  ...tokens,
  ...webhooks,
  ...invitation,
  ...pictures,
  ...settings,
  ...channels,
  ...colours,
  ...site,
  ...forms,
  ...texts,
  ...languages,
  ...resource,
  ...audit,
  ...richText,
  ...search,
};
