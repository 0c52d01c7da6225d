import { en as problems } from '../problems/en.ts';
import { audit } from './en/audit.ts';
import { channels } from './en/channels.ts';
import { checklist } from './en/checklist.ts';
import { clips } from './en/clips.ts';
import { colours } from './en/colours.ts';
import { forms } from './en/forms.ts';
import { invitation } from './en/invitation.ts';
import { languages } from './en/languages.ts';
import { login } from './en/login.ts';
import { mail } from './en/mail.ts';
import { me } from './en/me.ts';
import { orders } from './en/orders.ts';
import { pictures } from './en/pictures.ts';
import { resource } from './en/resource.ts';
import { richText } from './en/rich-text.ts';
import { search } from './en/search.ts';
import { settings } from './en/settings.ts';
import { setup } from './en/setup.ts';
import { shell } from './en/shell.ts';
import { site } from './en/site.ts';
import { status } from './en/status.ts';
import { team } from './en/team.ts';
import { texts } from './en/texts.ts';
import { tokens } from './en/tokens.ts';
import { video } from './en/video.ts';
import { webhooks } from './en/webhooks.ts';

/** What only the console says, a file for each section. */
export const en = {
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
} as const;
