import type { components } from './schema.d.ts';

type Schemas = components['schemas'];

export type Access = Schemas['UserAccess'];
export type Bootstrap = Schemas['Bootstrap'];
export type Captcha = Schemas['CaptchaOffer'];
export type Category = Schemas['Category'];
export type ChosenPreroll = Schemas['ChosenPreroll'];
/** A few seconds cut out of a game. Times are seconds on the timeline of the game's recording. */
export type Clip = Schemas['ClipDetails'];
/** The audience of a clip that is about to be cut. */
export type ClipAudience = Schemas['ClipAudience'];
export type ClipDownload = Schemas['ClipDownload'];
export type ClipFailure = Schemas['ClipFailure'];
export type ClipFormat = 'original' | 'portrait_crop' | 'portrait_padded';
export type ClipTagCount = Schemas['TagCount'];
export type ColorSettings = Schemas['ColorSettings'];
/** What is watched: a game, a film of the library, or a clip, which its link's word opens to any viewer. */
export type Content =
  | { readonly type: 'event' | 'vod'; readonly id: number }
  | { readonly type: 'clip'; readonly id: number; readonly uuid: string };
/** Games that something opens: how many, and the next few of them. */
export type Covers = Schemas['Covers'];
export type CustomForm = Schemas['CustomForm'];
/** A code that a member logged in elsewhere approves. */
export type AskingDevice = Schemas['AskingDevice'];
export type DeviceCode = Schemas['ShownCode'];
export type Event = Schemas['Event'];
export type EventDetails = Schemas['EventDetails'];
export type EventTeam = Schemas['EventTeam'];
export type FaqEntry = Schemas['FaqEntry'];
export type FavoritableType = Schemas['FavoritableType'];
export type Favorite = Schemas['Favorite'];
export type FieldCode = Schemas['FieldCode'];
/** What is wrong with a field: a code with its numbers, and the sentence in English. */
export type FieldProblem = Schemas['FieldProblem'];
export type FormField = Schemas['FormField'];
export type FormFieldType = Schemas['FormFieldType'];
export type FormOption = Schemas['FormOption'];
export type GameChange = Schemas['GameChange'];
export type GameDay = Schemas['GameDay'];
export type Geo = Schemas['Geo'];
export type HomeEvents = Schemas['HomeEvents'];
export type Image = Schemas['Image'];
export type LiveChanges = Schemas['LiveChanges'];
export type Location = Schemas['Location'];
export type Media = Schemas['Media'];
export type MenuEntry = Schemas['MenuEntry'];
export type MenuLink = Schemas['MenuLink'];
export type NewClip = Omit<Schemas['ClipRequest'], 'api_key'>;
export type Order = Schemas['Order'];
export type OrderStatus = Schemas['OrderStatus'];
export type Page = Schemas['Page'];
export type PageLink = Schemas['PageLink'];
export type Participant = Schemas['Participant'];
export type ParticipantGroup = Schemas['ParticipantGroup'];
export type Pass = Schemas['Pass'];
export type Passkey = Schemas['Passkey'];
export type PlayerAddress = Schemas['PlayerAddress'];
export type PolledChanges = Schemas['PolledChanges'];
export type PlayerAddresses = Schemas['PlayerAddresses'];
export type NewPlayerAddress = Schemas['NewAddress'];
/** How something is paid. */
export type Payment = Omit<Schemas['BundleRequest'], 'api_key' | 'items'>;
/** The payment provider; part of the channel's settings. */
export type Payments = Schemas['PaymentSettings'];
export type Playback = Schemas['Playback'];
export type Product = Schemas['Product'];
export type Profile = Schemas['Profile'];
/** What a member may change about themselves; what is left out stays. */
export type ProfileChanges = Omit<Schemas['UpdateProfileRequest'], 'api_key' | '_method'>;
/** A proof-of-work challenge of ALTCHA: which number after the salt has this digest? */
export type ProofOfWork = Schemas['Challenge'];
/** What became of the press of the button: an order, and what a bank may ask for. */
export type Purchase = Schemas['Purchased'];
/** What will be charged, now and next. */
export type Quote = Schemas['Quote'];
export type QuoteLine = Schemas['Line'];
export type QuoteRequest = Omit<Schemas['PreviewRequest'], 'api_key' | 'items'> & { items: readonly ItemRequest[] };
/** A new account; with the code of a social login the provider vouches for the address, and no password is needed. */
export type Registration = Omit<Schemas['RegisterRequest'], 'api_key'>;
export type SavedCard = Schemas['Card'];
export type SearchResults = Schemas['SearchResults'];
export type SessionInfo = Schemas['SessionInfo'];
export type Settings = Schemas['Settings'];
/** The leave to save a card. */
export type SetupIntent = Schemas['Setup'];
/** A pass as the shop shows it: what it opens, and what of it the member has. */
export type ShopPass = Schemas['ShownPass'];
/** What a link in a mail carries. */
export type SignedLink = Omit<Schemas['SignedLinkRequest'], 'api_key'>;
export type Slide = Schemas['Slide'];
export type SocialProvider = Schemas['Provider'];
export type StaticBlock = Schemas['StaticBlock'];
export type StreamState = Schemas['StreamState'];
export type Translations = Schemas['Translations'];
export type VodAsset = Schemas['VodAsset'];
export type VodCategory = Schemas['VodCategory'];
export type VodDetails = Schemas['VodDetails'];
export type VodItem = Schemas['VodItem'];
export type VodRail = Schemas['VodRail'];
/** One item of a cart. */
export type ItemRequest = Schemas['ItemRequest'];
