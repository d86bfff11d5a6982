import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { ListedSession, SessionsChanged } from '#contract/sessions/session.ts';
import type { Station, StationsChanged } from '#contract/stations/station.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { SessionChanges, StationChanges } from './live-changes.ts';

const retryMs = 2_000;
/** What is held for a reader that takes nothing; then it is let go, and may resume by the id of the last event it got. */
const maxHeldBytes = 512 * 1024;
/** Of one write, about. */
const pieceChars = 32 * 1024;

type Stream = {
  ledger: Pick<Ledger, 'follow'>;
  from: string;
  reply: FastifyReply;
  log: Log;
  stopping: AbortSignal;
  /** Given: the reader hears of changed sessions too. */
  sessionChanges?: Pick<SessionChanges, 'listen'>;
  /** Given: and of changed stations. */
  stationChanges?: Pick<StationChanges, 'listen'>;
  /** Given: the reader may see these events alone. */
  isShown?: ((event: LedgerEvent) => Promise<boolean>) | undefined;
  /** Given: and sessions of these stations. */
  isOfCaller?: ((stationId: string) => Promise<boolean>) | undefined;
  /** Throws when the reader may no longer read; asked as often as the line is kept alive. */
  stillAllowed(): Promise<void>;
  keepAliveMs?: number;
  /** A reader that takes nothing for this long is let go; it may come back with the id of the last event it got. */
  slowReaderMs?: number;
};

/** Writes the ledger's events to one reader until it leaves, may no longer read, falls too far behind, or the server stops. */
export async function streamEvents(stream: Stream): Promise<void> {
  const { ledger, from, reply, log, stillAllowed, keepAliveMs = 15_000, slowReaderMs = 10_000 } = stream;
  const { raw } = reply.hijack();
  const gone = new AbortController();
  const leave = () => gone.abort();
  raw.once('close', leave);
  raw.on('error', leave); // a reader that vanished is no fault
  const signal = AbortSignal.any([stream.stopping, gone.signal]);
  const timer = setInterval(() => {
    stillAllowed().then(() => raw.writableNeedDrain || raw.write(': still here\n\n'), leave);
  }, keepAliveMs);
  try {
    beginStream(raw, reply);
    // Before the first byte: then no change is missed.
    await stream.sessionChanges?.listen(narrowedTo(stream, ofOwnStations, sessionWriter(raw)), signal);
    await stream.stationChanges?.listen(narrowedTo(stream, ownStations, stationWriter(raw)), signal);
    // The position comes first and alone, so that a reader who loses the line before the first event can still read on from it.
    raw.write(`retry: ${retryMs}\nid: ${from}\n\n`);
    const write = gatheredWriter(raw, { signal, slowReaderMs });
    for await (const event of ledger.follow({ since: from, signal })) {
      if (stream.isShown !== undefined && !(await stream.isShown(event))) continue;
      await write(textOf(event.kind, event, event.id));
    }
  } catch (error) {
    if (!signal.aborted) log.warn({ cause: asError(error).message }, 'event stream ended early');
  } finally {
    clearInterval(timer);
    raw.end();
  }
}

/** They leave with the first byte. */
export function beginStream(raw: ServerResponse, reply: FastifyReply): void {
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  for (const [name, value] of Object.entries(reply.getHeaders())) raw.setHeader(name, value ?? '');
  raw.writeHead(200);
}

/** Readers at the same place are given the same events: each is written out once for all of them. */
const texts = new WeakMap<object, string>();

function textOf(kind: string, told: object, id?: string): string {
  const known = texts.get(told);
  if (known !== undefined) return known;
  const text = `event: ${kind}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(told)}\n\n`;
  texts.set(told, text);
  return text;
}

type Changes<Row, News> = {
  kind: string;
  /** Rows by their key; null: it is gone. */
  rowsOf(news: News): Iterable<readonly [key: string, row: Row | null]>;
  newsOf(rows: ReadonlyMap<string, Row | null>): News;
};

/** While the reader is behind, only the newest state of each row is held for it. */
function newestWriter<Row, News extends object>(
  raw: ServerResponse,
  { kind, rowsOf, newsOf }: Changes<Row, News>,
): (news: News) => void {
  const held = new Map<string, Row | null>();
  const write = (news: News) => {
    if (raw.writableLength > maxHeldBytes) raw.destroy();
    else raw.write(textOf(kind, news));
  };
  const tellHeld = () => {
    const news = newsOf(held);
    held.clear();
    write(news);
  };
  return (news) => {
    if (!raw.writableNeedDrain && held.size === 0) return write(news);
    const isWaiting = held.size > 0;
    for (const [key, row] of rowsOf(news)) held.set(key, row);
    if (!isWaiting) raw.once('drain', tellHeld);
  };
}

function sessionWriter(raw: ServerResponse): (news: SessionsChanged) => void {
  return newestWriter<ListedSession, SessionsChanged>(raw, {
    kind: 'sessions-changed',
    rowsOf: ({ sessions }) => sessions.map((session) => [session.id, session] as const),
    newsOf: (rows) => ({ sessions: [...rows.values()].filter((row) => row !== null) }),
  });
}

function stationWriter(raw: ServerResponse): (news: StationsChanged) => void {
  return newestWriter<Station, StationsChanged>(raw, {
    kind: 'stations-changed',
    rowsOf: ({ stations, gone }) => [
      ...stations.map((station) => [station.id, station] as const),
      ...gone.map((id) => [id, null] as const),
    ],
    newsOf: (rows) => ({
      stations: [...rows.values()].filter((row) => row !== null),
      gone: [...rows].flatMap(([id, row]) => (row === null ? [id] : [])),
    }),
  });
}

type IsOfCaller = (stationId: string) => Promise<boolean>;
/** What of the news is for the caller; undefined: nothing. */
type Narrow<News> = (news: News, isOfCaller: IsOfCaller) => Promise<News | undefined>;

function narrowedTo<News>(
  { isOfCaller }: Stream,
  narrow: Narrow<News>,
  write: (news: News) => void,
): (news: News) => void {
  if (isOfCaller === undefined) return write;
  const writeOwn = async (news: News) => {
    const own = await narrow(news, isOfCaller);
    if (own !== undefined) write(own);
  };
  // What cannot be looked up is not told: the next change of the same row tells it again.
  return (news) => void writeOwn(news).catch(() => undefined);
}

const ofOwnStations: Narrow<SessionsChanged> = async ({ sessions }, isOfCaller) => {
  const own = await onlyWhere(sessions, ({ stationId }) => isOfCaller(stationId));
  return own.length > 0 ? { sessions: own } : undefined;
};

/** One that is gone stood nowhere any more: whoever sees some sites is not told of it. */
const ownStations: Narrow<StationsChanged> = async ({ stations }, isOfCaller) => {
  const own = await onlyWhere(stations, ({ id }) => isOfCaller(id));
  return own.length > 0 ? { stations: own, gone: [] } : undefined;
};

async function onlyWhere<Item>(items: readonly Item[], isFitting: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const fits = await Promise.all(items.map(isFitting));
  return items.filter((_item, index) => fits[index]);
}

/** Events come by the hundred: those of one turn leave in one piece, since each write costs more than what it carries. */
function gatheredWriter(raw: ServerResponse, patience: Patience): (text: string) => Promise<void> {
  let held = '';
  const flush = () => {
    const text = held;
    held = '';
    if (text === '' || raw.destroyed) return;
    if (raw.writableLength > maxHeldBytes) raw.destroy();
    else raw.write(text);
  };
  return async (text) => {
    if (held === '') setImmediate(flush);
    held += text;
    if (held.length > pieceChars) flush();
    if (raw.writableNeedDrain) await drainedInTime(raw, patience);
  };
}

export type Patience = { signal: AbortSignal; slowReaderMs: number };

/** Waits for a slow reader, so that what we hold for it stays small, but not for ever. */
export async function writeInTime(
  raw: ServerResponse,
  text: string,
  { signal, slowReaderMs }: Patience,
): Promise<void> {
  if (raw.writableLength > maxHeldBytes) raw.destroy();
  if (!raw.write(text)) await drainedInTime(raw, { signal, slowReaderMs });
}

async function drainedInTime(raw: ServerResponse, { signal, slowReaderMs }: Patience): Promise<void> {
  try {
    await once(raw, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(slowReaderMs)]) });
  } catch (cause) {
    raw.destroy();
    throw new Error('the reader is too slow', { cause });
  }
}
