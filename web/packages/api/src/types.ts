import type { components } from './schema.d.ts';

type Schemas = components['schemas'];

export type Bootstrap = Schemas['Bootstrap'];
export type Category = Schemas['Category'];
export type ColorSettings = Schemas['ColorSettings'];
export type Event = Schemas['Event'];
export type EventTeam = Schemas['EventTeam'];
export type HomeEvents = Schemas['HomeEvents'];
export type Image = Schemas['Image'];
export type Location = Schemas['Location'];
export type MenuEntry = Schemas['MenuEntry'];
export type MenuLink = Schemas['MenuLink'];
export type Page = Schemas['Page'];
export type PageLink = Schemas['PageLink'];
export type Participant = Schemas['Participant'];
export type ParticipantGroup = Schemas['ParticipantGroup'];
export type Pass = Schemas['Pass'];
export type Settings = Schemas['Settings'];
export type Slide = Schemas['Slide'];
export type StaticBlock = Schemas['StaticBlock'];
/** Who is logged in; the server's document does not describe it before there are accounts. */
export type Profile = Readonly<Record<string, unknown>>;
