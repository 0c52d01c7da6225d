import type { ConsoleCatalogue } from '../../console.ts';
import { bg as problems } from '../problems/bg.ts';
import { audit } from './bg/audit.ts';
import { channels } from './bg/channels.ts';
import { checklist } from './bg/checklist.ts';
import { clips } from './bg/clips.ts';
import { colours } from './bg/colours.ts';
import { forms } from './bg/forms.ts';
import { invitation } from './bg/invitation.ts';
import { languages } from './bg/languages.ts';
import { login } from './bg/login.ts';
import { mail } from './bg/mail.ts';
import { me } from './bg/me.ts';
import { orders } from './bg/orders.ts';
import { pictures } from './bg/pictures.ts';
import { resource } from './bg/resource.ts';
import { richText } from './bg/rich-text.ts';
import { search } from './bg/search.ts';
import { settings } from './bg/settings.ts';
import { setup } from './bg/setup.ts';
import { shell } from './bg/shell.ts';
import { site } from './bg/site.ts';
import { status } from './bg/status.ts';
import { team } from './bg/team.ts';
import { texts } from './bg/texts.ts';
import { tokens } from './bg/tokens.ts';
import { video } from './bg/video.ts';
import { webhooks } from './bg/webhooks.ts';

export const bg: ConsoleCatalogue = {
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
