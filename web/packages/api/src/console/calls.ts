import { exchange, problemOf } from '../exchange.ts';
import type { components, operations } from './schema.d.ts';

type Schemas = components['schemas'];

export type CaptionsTaken = Schemas['CaptionsTaken'];
export type ClipSummary = Schemas['ClipSummary'];
export type EmbeddableGame = Schemas['EmbeddableGame'];
export type Embedding = Schemas['Embedding'];
export type ServerStatus = Schemas['ServerStatus'];
export type MailDetail = Schemas['MailDetail'];
export type MailState = Schemas['MailState'];
export type MailSummary = Schemas['MailSummary'];
export type May = Schemas['May'];
export type OperatorChannel = Schemas['OperatorChannel'];
export type OrdersQuery = NonNullable<operations['list_orders']['parameters']['query']>;
export type OrderSummary = Schemas['OrderSummary'];
export type Players = Schemas['Players'];
export type RecordingGap = Schemas['RecordingGap'];
export type Role = Schemas['Role'];
export type Session = Schemas['Session'];
export type TargetDetails = Schemas['TargetDetails'];
export type TargetKind = Schemas['TargetKind'];
export type UploadState = Schemas['UploadState'];
export type UploadSummary = Schemas['UploadSummary'];
export type VideoDetails = Schemas['VideoDetails'];
export type MailsQuery = NonNullable<operations['list_mails']['parameters']['query']>;

const BASE = '/console/api/';

/** Who is logged in is in a cookie that no script can read: calls name nobody. */
async function call(
  path: string,
  signal: AbortSignal,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<unknown> {
  // A file is sent as it is.
  const isFile = body instanceof Blob;
  const type = isFile ? 'text/plain' : 'application/json';
  const answer = await exchange(
    (request) => fetch(request),
    signal,
    (limited) =>
      new Request(new URL(BASE + path, location.origin), {
        signal: limited,
        credentials: 'same-origin',
        headers: { accept: 'application/json', ...(body && { 'content-type': type }) },
        method,
        ...(body && { body: isFile ? body : JSON.stringify(body) }),
      }),
  );
  const problem = problemOf(answer);
  if (problem) throw problem;
  return JSON.parse(answer.body);
}

/** Answers are as the server's document says: its own tests see to that. */
interface Envelope<Data> {
  data: Data;
  meta: { total?: number };
}

async function get<Data>(path: string, signal: AbortSignal): Promise<Envelope<Data>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return (await call(path, signal)) as Envelope<Data>;
}

async function post<Data>(path: string, body: object): Promise<Data> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return ((await call(path, new AbortController().signal, body)) as Envelope<Data>).data;
}

async function put<Data>(path: string, body: object): Promise<Data> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return ((await call(path, new AbortController().signal, body, 'PUT')) as Envelope<Data>).data;
}

export async function fetchSession(signal: AbortSignal): Promise<Session> {
  return (await get<Session>('session', signal)).data;
}

export async function logIn(email: string, password: string): Promise<Session> {
  return post<Session>('login', { email, password });
}

export async function logOut(): Promise<void> {
  await post('logout', {});
}

/** What was said of a query, as an address has it. */
function given(query: object): string {
  const said = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return new URLSearchParams(said).toString();
}

/** How the server does that games are sent to, and what the encoders of the operator's games do. */
export async function fetchStatus(signal: AbortSignal): Promise<ServerStatus> {
  return (await get<ServerStatus>('status', signal)).data;
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
  part: { readonly offset: number; readonly limit: number },
  signal: AbortSignal,
): Promise<{ clips: ClipSummary[]; total: number }> {
  const { data, meta } = await get<ClipSummary[]>(
    `channels/${channel}/clips?offset=${part.offset}&limit=${part.limit}`,
    signal,
  );
  return { clips: data, total: meta.total ?? data.length };
}

/** It is gone at once, for everybody. */
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
