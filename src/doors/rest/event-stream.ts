import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { ListedSession, SessionsChanged } from '#contract/sessions/session.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { SessionChanges } from './session-changes.ts';

const retryMs = 2_000;
/** What is held for a reader that takes nothing; then it is let go, and may resume by the id of the last event it got. */
const maxHeldBytes = 512 * 1024;

type Stream = {
  ledger: Pick<Ledger, 'follow'>;
  from: string;
  reply: FastifyReply;
  log: Log;
  stopping: AbortSignal;
  /** Given: the reader hears of changed sessions too. */
  sessionChanges?: Pick<SessionChanges, 'listen'>;
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
    await stream.sessionChanges?.listen(narrowed(sessionWriter(raw), stream.isOfCaller), signal); // before the first byte: then no change is missed
    // The position comes first and alone, so that a reader who loses the line before the first event can still read on from it.
    raw.write(`retry: ${retryMs}\nid: ${from}\n\n`);
    for await (const event of ledger.follow({ since: from, signal })) {
      if (stream.isShown !== undefined && !(await stream.isShown(event))) continue;
      await writeInTime(raw, eventText(event), { signal, slowReaderMs });
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

function eventText(event: LedgerEvent): string {
  return `event: ${event.kind}\nid: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** While the reader is behind, only the newest state of each session is held for it. */
function sessionWriter(raw: ServerResponse): (sessions: readonly ListedSession[]) => void {
  const held = new Map<string, ListedSession>();
  const tell = () => {
    const changed: SessionsChanged = { sessions: [...held.values()] };
    held.clear();
    if (raw.writableLength > maxHeldBytes) raw.destroy();
    else raw.write(`event: sessions-changed\ndata: ${JSON.stringify(changed)}\n\n`);
  };
  return (sessions) => {
    const isWaiting = held.size > 0;
    for (const session of sessions) held.set(session.id, session);
    if (!raw.writableNeedDrain) tell();
    else if (!isWaiting) raw.once('drain', tell);
  };
}

type WriteSessions = (sessions: readonly ListedSession[]) => void;

function narrowed(write: WriteSessions, isOfCaller: Stream['isOfCaller']): WriteSessions {
  if (isOfCaller === undefined) return write;
  const writeOwn = async (sessions: readonly ListedSession[]) => {
    const isShown = await Promise.all(sessions.map(({ stationId }) => isOfCaller(stationId)));
    const own = sessions.filter((_session, index) => isShown[index]);
    if (own.length > 0) write(own);
  };
  // What cannot be looked up is not told: the next change of the session tells it again.
  return (sessions) => void writeOwn(sessions).catch(() => undefined);
}

export type Patience = { signal: AbortSignal; slowReaderMs: number };

/** Waits for a slow reader, so that what we hold for it stays small, but not for ever. */
export async function writeInTime(
  raw: ServerResponse,
  text: string,
  { signal, slowReaderMs }: Patience,
): Promise<void> {
  if (raw.writableLength > maxHeldBytes) raw.destroy();
  if (raw.write(text)) return;
  try {
    await once(raw, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(slowReaderMs)]) });
  } catch (cause) {
    raw.destroy();
    throw new Error('the reader is too slow', { cause });
  }
}
