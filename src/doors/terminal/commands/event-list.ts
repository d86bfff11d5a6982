import { SigecError } from '#base/errors.ts';
import { eventApi } from '#contract/api/events.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { openApi } from '../api.ts';
import { parseDuration } from '../duration.ts';
import { eventSentence } from '../event-sentence.ts';
import { done } from '../exit-code.ts';
import { principalNames } from '../find-named.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import { renderTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';

export type EventListOptions = ServerOptions & { since?: string; limit?: string; json?: boolean };

const usualLimit = '50';
const maxEvents = 1000;

export async function eventList(terminal: Terminal, options: EventListOptions): Promise<number> {
  const { text } = terminal;
  const limit = readLimit(terminal, options.limit ?? usualLimit);
  const sinceMs = readSince(terminal, options.since);
  const api = openApi(terminal, options);
  const page = await api.call(eventApi.follow, { query: { from: 'newest', limit } });
  const events = page.events.filter(({ recordedAt }) => Date.parse(recordedAt) >= sinceMs);
  if (options.json) terminal.out(json({ ...page, events }));
  else if (events.length === 0) terminal.err(text.event.none);
  else terminal.out(render(terminal, events, await principalNames(api)).join('\n'));
  // All that were asked for lie within the time: there may be earlier ones.
  const mayHaveMore = options.since !== undefined && events.length === limit && limit < maxEvents;
  if (mayHaveMore) terminal.err(text.event.moreBefore(limit));
  return done;
}

function render(terminal: Terminal, events: readonly LedgerEvent[], names: (id: string) => string): string[] {
  const { columns } = terminal.text.event;
  return renderTable(
    {
      columns: [{ title: columns.time }, { title: columns.event, isFlexible: true }, { title: columns.by }],
      rows: events.map((event) => [
        { text: localTime(event.recordedAt), tone: 'quiet' },
        eventSentence(event, terminal.text),
        event.principal === null ? '' : names(event.principal),
      ]),
    },
    { width: terminal.size()?.columns, paint: terminal.paint },
  );
}

function readLimit({ text }: Terminal, given: string): number {
  const limit = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (limit >= 1 && limit <= maxEvents) return limit;
  throw new SigecError(
    'INVALID_INPUT',
    text.wrongUse.invalidInput({ name: '--limit', value: given, accepts: text.accepts.limit }),
  );
}

function readSince({ text, clock }: Terminal, given: string | undefined): number {
  if (given === undefined) return Number.NEGATIVE_INFINITY;
  const ms = parseDuration(given);
  if (ms !== undefined) return clock.now().getTime() - ms;
  throw new SigecError(
    'INVALID_INPUT',
    text.wrongUse.invalidInput({ name: '--since', value: given, accepts: text.accepts.duration }),
  );
}
