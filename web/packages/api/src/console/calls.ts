import type { components, operations } from './schema.d.ts';
import { BASE, call, type Envelope, get, given, post, put, send } from './wire.ts';

type Schemas = components['schemas'];

export type AuditAction = Schemas['Action'];
export type AuditActor = Schemas['Actor'];
export type AuditEntry = Schemas['AuditLogEntry'];
export type AuditOperator = Schemas['AuditOperator'];
export type AuditQuery = NonNullable<operations['list_audit']['parameters']['query']>;
export type CaptionsTaken = Schemas['CaptionsTaken'];
export type ClipSummary = Schemas['ClipSummary'];
export type EmbeddableGame = Schemas['EmbeddableGame'];
export type Embedding = Schemas['Embedding'];
export type ServerStatus = Schemas['ServerStatus'];
export type MailDetail = Schemas['MailDetail'];
export type MailState = Schemas['MailState'];
export type MailSummary = Schemas['MailSummary'];
export type May = Schemas['May'];
export type NewChannel = Schemas['CreateChannelRequest'];
export type OpenInvitation = Schemas['OpenInvitation'];
export type OperatorChannel = Schemas['OperatorChannel'];
export type OrdersQuery = NonNullable<operations['list_orders']['parameters']['query']>;
export type OrderSummary = Schemas['OrderSummary'];
export type Players = Schemas['Players'];
export type ReceivedInvitation = Schemas['ReceivedInvitation'];
export type RecordingGap = Schemas['RecordingGap'];
export type Role = Schemas['Role'];
export type Session = Schemas['Session'];
export type SetupState = Schemas['SetupState'];
export type TargetDetails = Schemas['TargetDetails'];
export type TargetKind = Schemas['TargetKind'];
export type Team = Schemas['Team'];
export type TeamMember = Schemas['TeamMember'];
export type UploadState = Schemas['UploadState'];
export type UploadSummary = Schemas['UploadSummary'];
export type VideoDetails = Schemas['VideoDetails'];
export type Me = Schemas['Me'];
export type MyPasskey = Schemas['OperatorPasskeyInfo'];
export type MySession = Schemas['OperatorSessionInfo'];
export type NewAuthenticator = Schemas['NewAuthenticator'];
export type MailsQuery = NonNullable<operations['list_mails']['parameters']['query']>;

export async function fetchSession(signal: AbortSignal): Promise<Session> {
  return (await get<Session>('session', signal)).data;
}

export async function logIn(email: string, password: string): Promise<Session> {
  return post<Session>('login', { email, password });
}

/** Whether the server waits for its set-up link. */
export async function fetchSetup(signal: AbortSignal): Promise<SetupState> {
  return (await get<SetupState>('setup', signal)).data;
}

/** Makes the server's first operator. */
export async function setUp(first: Schemas['SetupRequest']): Promise<Session> {
  return post<Session>('setup', first);
}

export async function createChannel(channel: NewChannel): Promise<Schemas['CreatedChannel']> {
  return post<Schemas['CreatedChannel']>('channels', channel);
}

/** Finishes a login by six digits of the authenticator app, or a recovery code. */
export async function logInWithCode(code: string): Promise<Session> {
  return post<Session>('login/code', { code });
}

/** What a passkey is asked, and what its answer is sent back with. */
interface PasskeyQuestion<Options> {
  readonly ticket: string;
  readonly options: { readonly publicKey: Options };
}

export async function beginPasskeyLogin(): Promise<PasskeyQuestion<PublicKeyCredentialRequestOptionsJSON>> {
  return post<PasskeyQuestion<PublicKeyCredentialRequestOptionsJSON>>('login/passkey/begin', {});
}

export async function logInWithPasskey(ticket: string, credential: object): Promise<Session> {
  return post<Session>('login/passkey', { ticket, credential });
}

export async function logOut(): Promise<void> {
  await post('logout', {});
}

/** How the server does that games are sent to, and what the encoders of the operator's games do. */
export async function fetchStatus(signal: AbortSignal): Promise<ServerStatus> {
  return (await get<ServerStatus>('status', signal)).data;
}

type AuditPage = operations['list_audit']['responses']['200']['content']['application/json'];

/** A part of a channel's audit log, the newest first. */
export async function fetchAudit(channel: number, query: AuditQuery, signal: AbortSignal): Promise<AuditPage> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return (await call(`channels/${channel}/audit?${given(query)}`, signal)) as AuditPage;
}

/** Where the same entries are as a file. */
export function auditCsvUrl(channel: number, query: AuditQuery): string {
  const asked = given(query);
  return `${BASE}channels/${channel}/audit.csv${asked && `?${asked}`}`;
}

/** The operators of a channel whose entries can be searched for. */
export async function fetchAuditOperators(channel: number, signal: AbortSignal): Promise<AuditOperator[]> {
  return (await get<AuditOperator[]>(`channels/${channel}/audit/operators`, signal)).data;
}

/** A part of a channel's mails, and how many there are in all. */
export async function fetchMails(
  channel: number,
  query: MailsQuery,
  signal: AbortSignal,
): Promise<{ mails: MailSummary[]; total: number }> {
  const { data, meta } = await get<MailSummary[]>(`channels/${channel}/mails?${given(query)}`, signal);
  return { mails: data, total: meta.total ?? data.length };
}

export async function fetchMail(channel: number, mail: number, signal: AbortSignal): Promise<MailDetail> {
  return (await get<MailDetail>(`channels/${channel}/mails/${mail}`, signal)).data;
}

export async function retryMail(channel: number, mail: number): Promise<MailSummary> {
  return post<MailSummary>(`channels/${channel}/mails/${mail}/retry`, {});
}

/** A part of a channel's orders, the newest first, and how many there are in all. */
export async function fetchOrders(
  channel: number,
  query: OrdersQuery,
  signal: AbortSignal,
): Promise<{ orders: OrderSummary[]; total: number }> {
  const { data, meta } = await get<OrderSummary[]>(`channels/${channel}/orders?${given(query)}`, signal);
  return { orders: data, total: meta.total ?? data.length };
}

/** Where the same orders are as a file. */
export function ordersCsvUrl(channel: number, query: OrdersQuery): string {
  const asked = given(query);
  return `${BASE}channels/${channel}/orders.csv${asked && `?${asked}`}`;
}

/** Sends all the money of an order back; asked again, nothing more is done. */
export async function refundOrder(channel: number, order: number): Promise<OrderSummary> {
  return post<OrderSummary>(`channels/${channel}/orders/${order}/refund`, {});
}

/** The newest uploads of a channel. */
export async function fetchUploads(channel: number, signal: AbortSignal): Promise<UploadSummary[]> {
  return (await get<UploadSummary[]>(`channels/${channel}/uploads?limit=25`, signal)).data;
}

/** The games of a channel whose recordings have a gap. */
export async function fetchRecordingGaps(channel: number, signal: AbortSignal): Promise<RecordingGap[]> {
  return (await get<RecordingGap[]>(`channels/${channel}/recording-gaps`, signal)).data;
}

/** Games or films that a video can be uploaded for. */
export async function fetchTargets(
  channel: number,
  kind: TargetKind,
  text: string,
  signal: AbortSignal,
): Promise<TargetDetails[]> {
  const query = new URLSearchParams({ kind, ...(text && { text }) });
  return (await get<TargetDetails[]>(`channels/${channel}/upload-targets?${query.toString()}`, signal)).data;
}

/** A part of the clips that fans have cut, the newest first, and how many there are in all. */
export async function fetchClips(
  channel: number,
  part: { readonly offset: number; readonly limit: number; readonly clip?: number },
  signal: AbortSignal,
): Promise<{ clips: ClipSummary[]; total: number }> {
  const { data, meta } = await get<ClipSummary[]>(`channels/${channel}/clips?${given(part)}`, signal);
  return { clips: data, total: meta.total ?? data.length };
}

/** The clip is gone at once, for all viewers. */
export async function takeDownClip(channel: number, clip: number): Promise<void> {
  await call(`channels/${channel}/clips/${clip}`, new AbortController().signal, undefined, 'DELETE');
}

/** A game or film, with its captions and the players that show it. */
export async function fetchVideo(
  channel: number,
  kind: TargetKind,
  target: number,
  signal: AbortSignal,
): Promise<VideoDetails> {
  return (await get<VideoDetails>(`channels/${channel}/videos/${kind}/${target}`, signal)).data;
}

function captionsOf(channel: number, { kind, id }: Pick<VideoDetails, 'kind' | 'id'>, language: string): string {
  return `channels/${channel}/videos/${kind}/${id}/captions/${language}`;
}

/** Takes the place of the captions that the video had in the language. */
export async function setCaptions(
  channel: number,
  video: Pick<VideoDetails, 'kind' | 'id'>,
  language: string,
  file: File,
): Promise<CaptionsTaken> {
  return put<CaptionsTaken>(captionsOf(channel, video, language), file);
}

export async function removeCaptions(
  channel: number,
  video: Pick<VideoDetails, 'kind' | 'id'>,
  language: string,
): Promise<void> {
  await call(captionsOf(channel, video, language), new AbortController().signal, undefined, 'DELETE');
}

/** Says which site shows a game; what is empty is taken away. */
export async function setPlayers(channel: number, game: number, players: Players): Promise<Players> {
  return put<Players>(`channels/${channel}/games/${game}/players`, players);
}

/** The sites that may show the channel's player. */
export async function fetchEmbedding(channel: number, signal: AbortSignal): Promise<Embedding> {
  return (await get<Embedding>(`channels/${channel}/embedding`, signal)).data;
}

/** Says which sites may show it, a line each; gives them as they are kept. */
export async function setEmbedding(channel: number, hosts: readonly string[]): Promise<Embedding> {
  return put<Embedding>(`channels/${channel}/embedding`, { hosts });
}

/** Games that another site can show: the next ones, or those of a name. */
export async function fetchEmbeddableGames(
  channel: number,
  text: string,
  signal: AbortSignal,
): Promise<EmbeddableGame[]> {
  const query = new URLSearchParams(text && { text });
  return (await get<EmbeddableGame[]>(`channels/${channel}/embedding/games?${query.toString()}`, signal)).data;
}

/** The operator's own account, and their second factors. */
export async function fetchMe(signal: AbortSignal): Promise<Me> {
  return (await get<Me>('me', signal)).data;
}

export async function renameMe(name: string): Promise<Me> {
  return send<Me>('me', { name }, 'PATCH');
}

/** All other sessions of the operator end. */
export async function changePassword(current: string, password: string): Promise<void> {
  await post('me/password', { current_password: current, password });
}

/** The operator's sessions, the last used first. */
export async function fetchMySessions(signal: AbortSignal): Promise<MySession[]> {
  return (await get<MySession[]>('me/sessions', signal)).data;
}

export async function endMySession(session: number): Promise<void> {
  await send(`me/sessions/${session}`, {}, 'DELETE');
}

export async function endMyOtherSessions(): Promise<void> {
  await send('me/sessions', {}, 'DELETE');
}

/** The password is needed once the login is a while ago: the server says `confirm_identity` then. */
const confirmed = (password: string | undefined) => (password === undefined ? {} : { current_password: password });

/** The key of a new authenticator app, which its first code turns on. */
export async function beginAuthenticator(password?: string): Promise<NewAuthenticator> {
  return post<NewAuthenticator>('me/authenticator', confirmed(password));
}

/** Turns it on; gives the recovery codes, this once. */
export async function confirmAuthenticator(code: string): Promise<readonly string[]> {
  return (await post<Schemas['RecoveryCodes']>('me/authenticator/confirm', { code })).codes;
}

export async function removeAuthenticator(password?: string): Promise<void> {
  await send('me/authenticator', confirmed(password), 'DELETE');
}

/** New recovery codes in the place of the old ones. */
export async function renewRecoveryCodes(password?: string): Promise<readonly string[]> {
  return (await post<Schemas['RecoveryCodes']>('me/recovery-codes', confirmed(password))).codes;
}

export async function fetchMyPasskeys(signal: AbortSignal): Promise<MyPasskey[]> {
  return (await get<MyPasskey[]>('me/passkeys', signal)).data;
}

export async function beginMyPasskey(
  password?: string,
): Promise<PasskeyQuestion<PublicKeyCredentialCreationOptionsJSON>> {
  return post<PasskeyQuestion<PublicKeyCredentialCreationOptionsJSON>>('me/passkeys/begin', confirmed(password));
}

export async function addMyPasskey(ticket: string, name: string, credential: object): Promise<MyPasskey> {
  return post<MyPasskey>('me/passkeys', { ticket, name, credential });
}

export async function removeMyPasskey(passkey: number, password?: string): Promise<void> {
  await send(`me/passkeys/${passkey}`, confirmed(password), 'DELETE');
}

/** Says whether a channel's operators need a second factor. */
export async function requireSecondFactor(channel: number, required: boolean): Promise<void> {
  await put(`channels/${channel}/security`, { requires_second_factor: required });
}

/** The channel's operators, its open invitations and what each role may do. */
export async function fetchTeam(channel: number, signal: AbortSignal): Promise<Team> {
  return (await get<Team>(`channels/${channel}/team`, signal)).data;
}

export async function changeRole(channel: number, operator: number, role: Role): Promise<void> {
  await call(`channels/${channel}/team/${operator}`, new AbortController().signal, { role }, 'PATCH');
}

/** They lose the channel with their next call. */
export async function removeOperator(channel: number, operator: number): Promise<void> {
  await call(`channels/${channel}/team/${operator}`, new AbortController().signal, undefined, 'DELETE');
}

/** Takes the place of an open invitation to the same address. */
export async function createInvitation(
  channel: number,
  invitation: Schemas['InvitationRequest'],
): Promise<OpenInvitation> {
  return post<OpenInvitation>(`channels/${channel}/invitations`, invitation);
}

/** Sends a new link; the earlier one ends. */
export async function resendInvitation(
  channel: number,
  invitation: number,
  language: Schemas['Language'],
): Promise<OpenInvitation> {
  return post<OpenInvitation>(`channels/${channel}/invitations/${invitation}/resend`, { language });
}

export async function withdrawInvitation(channel: number, invitation: number): Promise<void> {
  await call(`channels/${channel}/invitations/${invitation}`, new AbortController().signal, undefined, 'DELETE');
}

/** The invitation of a mailed token. */
export async function fetchInvitation(token: string, signal: AbortSignal): Promise<ReceivedInvitation> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return ((await call('invitation', signal, { token })) as Envelope<ReceivedInvitation>).data;
}

/** An operator with an account is logged in, and sends neither name nor password. */
export async function acceptInvitation(token: string, newcomer?: { name: string; password: string }): Promise<Session> {
  return post<Session>('invitation/accept', { token, ...newcomer });
}
