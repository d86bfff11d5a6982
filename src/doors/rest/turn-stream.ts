import type { FastifyReply } from 'fastify';
import type { Turn } from '#assistant/service/remote-turn.ts';
import { beginStream, type Patience, writeInTime } from './event-stream.ts';
import { untilLeft } from './until-left.ts';

type Stream = {
  turn: Turn;
  /** How many events this reader has got before. */
  after: number;
  reply: FastifyReply;
  stopping: AbortSignal;
  /** Throws when the reader may no longer read; asked as often as the line is kept alive. */
  stillAllowed(): Promise<void>;
  keepAliveMs?: number;
  slowReaderMs?: number;
};

/** Writes an answer to one reader while it comes about. The answer goes on without them. */
export async function streamTurn(stream: Stream): Promise<void> {
  const { turn, after, reply, stopping, stillAllowed, keepAliveMs = 15_000, slowReaderMs = 15_000 } = stream;
  const left = new AbortController();
  const signal = AbortSignal.any([untilLeft(reply, stopping), left.signal]);
  const patience: Patience = { signal, slowReaderMs };
  const { raw } = reply.hijack();
  const leave = () => left.abort();
  raw.on('error', leave); // a reader that vanished is no fault
  const timer = setInterval(() => {
    stillAllowed().then(() => raw.writableNeedDrain || raw.write(': still here\n\n'), leave);
  }, keepAliveMs);
  try {
    beginStream(raw, reply);
    raw.write(': an answer comes about\n\n'); // the headers leave now, however long the first word takes
    for await (const { number, event } of turn.follow(after, signal))
      await writeInTime(raw, `event: ${event.type}\nid: ${number}\ndata: ${JSON.stringify(event)}\n\n`, patience);
  } catch {
    // It left, fell behind, or the server stops; it may come back with the id of the last event it got.
  } finally {
    clearInterval(timer);
    raw.end();
  }
}
