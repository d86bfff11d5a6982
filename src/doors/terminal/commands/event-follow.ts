import { setTimeout as pause } from 'node:timers/promises';
import { SigecError } from '#base/errors.ts';
import { eventApi } from '#contract/api/events.ts';
import { type LedgerEvent, ledgerEvent } from '#contract/event.ts';
import { serverEvents } from '#contract/server-events.ts';
import { type Api, openApi } from '../api.ts';
import { eventSentence } from '../event-sentence.ts';
import { done } from '../exit-code.ts';
import { jsonLine } from '../json.ts';
import { NoConnection } from '../request.ts';
import type { ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';

export type EventFollowOptions = ServerOptions & { json?: boolean };

const retryMs = 2_000;

/** Shows events as they happen until interrupted. A lost connection is taken up again where it broke: nothing is skipped. */
export async function eventFollow(
  terminal: Terminal,
  options: EventFollowOptions,
  { pauseMs = retryMs } = {},
): Promise<number> {
  const { text } = terminal;
  const api = openApi(terminal, options);
  const signal = terminal.untilInterrupted();
  const show = (event: LedgerEvent) =>
    terminal.out(
      options.json
        ? jsonLine(event)
        : `${terminal.paint('quiet', localTime(event.recordedAt))}  ${eventSentence(event, text)}`,
    );
  const shared = { signal, show, pauseMs, otherVersion: text.problem.otherVersion(api.url) };
  let after = await followOnce(api, { ...shared, after: undefined, onOpen: () => terminal.err(text.event.following) });
  while (!signal.aborted) {
    terminal.err(text.event.lost);
    after = await takeUpAgain(api, { ...shared, after, onOpen: () => terminal.err(text.event.back) });
  }
  return done;
}

type Following = {
  after: string | undefined;
  signal: AbortSignal;
  pauseMs: number;
  show(event: LedgerEvent): void;
  onOpen(): void;
  /** The sentence for an event that cannot be read. */
  otherVersion: string;
};

async function takeUpAgain(api: Api, following: Following): Promise<string | undefined> {
  const { signal, pauseMs } = following;
  while (!signal.aborted) {
    await pause(pauseMs, undefined, { signal }).catch(() => undefined); // rejects only when the signal ends it
    try {
      if (!signal.aborted) return await followOnce(api, following);
    } catch (error) {
      const isPassing =
        error instanceof NoConnection || (error instanceof SigecError && error.code === 'DATABASE_AWAY');
      if (!isPassing) throw error;
    }
  }
  return following.after;
}

/** Until the connection ends; gives the position of the last event. */
async function followOnce(
  api: Api,
  { after, signal, show, onOpen, otherVersion }: Following,
): Promise<string | undefined> {
  let position = after;
  let isOpen = false;
  try {
    const headers = after === undefined ? {} : { 'last-event-id': after };
    for await (const { id, data } of serverEvents(await api.stream(eventApi.follow, { headers, signal }))) {
      if (!isOpen) onOpen();
      isOpen = true;
      if (data !== null) show(readEvent(data, otherVersion));
      position = id ?? position;
    }
  } catch (error) {
    // Before it began, and where the other side speaks otherwise than we do, trying again would not help.
    if (!signal.aborted && (!isOpen || error instanceof SigecError)) throw error;
  }
  return position;
}

function readEvent(data: string, otherVersion: string): LedgerEvent {
  try {
    return ledgerEvent.parse(JSON.parse(data));
  } catch (cause) {
    throw new SigecError('INTERNAL', otherVersion, { cause });
  }
}
