import { setTimeout as pause } from 'node:timers/promises';
import { SigecError } from '#base/errors.ts';
import { eventApi } from '#contract/api/events.ts';
import { type LedgerEvent, ledgerEvent, positionBefore } from '#contract/event.ts';
import { serverEvents } from '#contract/server-events.ts';
import { type Api, openApi } from '../api.ts';
import { eventSentence } from '../event-sentence.ts';
import { done } from '../exit-code.ts';
import { principalNames } from '../find-named.ts';
import { json, jsonLine } from '../json.ts';
import { invalidInput, optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { isPassing } from '../request.ts';
import { fieldLines, quiet, show as showValue, tableLines, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';

const retryMs = 2_000;

/** Shows events as they happen until interrupted. After a lost connection it continues where it broke off, so that no event is skipped. */
export async function eventFollow(
  terminal: Terminal,
  options: ShowOptions,
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
      if (!isPassing(error)) throw error;
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

/** With all that was written down of it, such as the evidence of a finding. */
export async function eventShow(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const { text } = terminal;
  const { id } = options;
  if (!/^\d{1,19}\.\d{1,18}$/.test(id)) throw invalidInput(terminal, { name: 'ID', value: id, accepts: '1913.897' });
  const api = openApi(terminal, options);
  const { events } = await api.call(eventApi.follow, { query: { after: positionBefore(id), limit: 1 } });
  const [event] = events;
  if (event?.id !== id) throw new SigecError('NOT_FOUND', text.event.noSuch(id));
  const { titles } = text;
  return showValue(terminal, options, event, async () => {
    const names = await principalNames(api);
    return [
      terminal.paint('strong', eventSentence(event, text)),
      ...fieldLines(terminal, [
        [titles.time, localTime(event.happenedAt)],
        [titles.kind, event.kind],
        [titles.station, event.stationId],
        [titles.by, event.principal && names(event.principal)],
        ...Object.entries(event.body).map(([name, value]): [string, string] => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ]),
    ];
  });
}

const maxEvents = 1000;

export async function eventList(terminal: Terminal, options: ShowOptions & Texts<'since' | 'limit'>): Promise<number> {
  const { text } = terminal;
  const read = optionReader(terminal, options);
  const limit = read.limit(50, maxEvents);
  const since = read.since();
  const api = openApi(terminal, options);
  const page = await api.call(eventApi.follow, { query: { from: 'newest', limit } });
  const events = page.events.filter(
    ({ recordedAt }) => since === undefined || Date.parse(recordedAt) >= Date.parse(since),
  );
  if (options.json) terminal.out(json({ ...page, events }));
  else if (events.length === 0) terminal.err(text.event.none);
  else {
    const names = await principalNames(api);
    const table = tableOf(events, [
      [text.titles.time, ({ recordedAt }) => quiet(localTime(recordedAt))],
      [text.titles.event, (event) => eventSentence(event, text), 'flexible'],
      [text.titles.by, ({ principal }) => principal && names(principal)],
    ]);
    terminal.out(tableLines(terminal, table).join('\n'));
  }
  // The page is full, so there may be earlier events within the time.
  const mayHaveMore = options.since !== undefined && events.length === limit && limit < maxEvents;
  if (mayHaveMore) terminal.err(text.event.moreBefore(limit));
  return done;
}
