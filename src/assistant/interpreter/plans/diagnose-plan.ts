import type { LedgerEvent } from '#contract/event.ts';
import { eventSentence } from '#contract/events/event-sentence.ts';
import type { IntentOf } from '../intent.ts';
import { findingText } from './health-plans.ts';
import { stationNamed } from './named.ts';
import { type Answer, askAll, type Plan, type Setting } from './plan.ts';
import { objectAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { plain, rowTable, timeOf, timeText, wordOf } from './show.ts';
import { lastDays, momentsOf, realConnectors, statusText } from './station-plans.ts';

/** Why a station is as it is: what is wrong, what detectors found, and the facts that both stand on, with their ids. No conclusions of ours. */
export function* diagnose(setting: Setting, { station, period }: IntentOf<'diagnose'>): Plan {
  const { texts } = setting;
  const id = yield* stationNamed(setting, station);
  const { from, to } = momentsOf(setting, period ?? lastDays(setting, 2));
  const at = { charge_point_id: id };
  const [status, uptime, happened, odd, refused, health] = yield* askAll(
    { tool: 'get_charge_point_status', given: at },
    { tool: 'get_uptime_report', given: { ...at, from, to, with_outages: true, limit: 10 } },
    { tool: 'what_happened', given: { ...at, from, to, limit: 15 } },
    { tool: 'list_sessions', given: { ...at, from, to, is_flagged: true, limit: 10 } },
    { tool: 'list_refusals', given: { ...at, from, to, limit: 10 } },
    { tool: 'diagnose_station', given: at },
  );
  const { heads, diagnosis } = texts;
  const outages = rowsOf(uptime, 'outages');
  const outageTable = rowTable(setting, outages, [
    [heads.reason, (row) => wordOf(setting, textIn(row, 'cause'))],
    [heads.start, timeOf(setting, 'from')],
    [heads.end, timeOf(setting, 'to')],
    [heads.status, (row) => wordOf(setting, textIn(row, 'reported_code'))],
  ]);
  const stateNow = status === undefined || status.isError ? {} : status.data;
  return [
    `**${diagnosis.why}**`,
    ...reasons(setting, { id, stateNow, outages, findings: rowsOf(health, 'findings') }),
    `**${diagnosis.state}**`,
    status === undefined || status.isError ? texts.failed(status?.text ?? '') : statusText(setting, status.data),
    `**${diagnosis.outages(outages.length)}**`,
    ...(outages.length > 0 ? [outageTable] : []),
    `**${diagnosis.chain}**`,
    rowTable(setting, rowsOf(happened, 'chain'), [
      [heads.time, timeOf(setting, 'at')],
      [heads.event, (row) => eventText(setting, id, row)],
      ['id', 'event_id'],
      [heads.causedBy, 'caused_by'],
    ]),
    [diagnosis.odd(rowsOf(odd, 'sessions').length), diagnosis.refused(rowsOf(refused, 'refusals').length)].join(' '),
    diagnosis.next,
  ].join('\n\n');
}

type Known = { id: string; stateNow: Row; outages: readonly Row[]; findings: readonly Row[] };

/** What is wrong now, else what was wrong last; and what detectors make of it. */
function reasons(setting: Setting, { id, stateNow, outages, findings }: Known): string[] {
  const { diagnosis, health } = setting.texts;
  const link = objectAt(stateNow, 'link');
  const isOffline = textIn(link, 'state') === 'offline';
  const faulted = realConnectors(rowsIn(stateNow, 'connectors')).filter((row) => textIn(row, 'status') === 'faulted');
  const [last] = outages;
  const now = [
    ...(isOffline
      ? [diagnosis.offline(timeText(setting, textIn(link, 'since')), plain(wordOf(setting, textIn(link, 'reason'))))]
      : []),
    ...faulted.map((row) => {
      const connector = `${textIn(row, 'evse_id')}/${textIn(row, 'connector_id')}`;
      return diagnosis.faulted(
        connector,
        timeText(setting, textIn(row, 'since')),
        plain(textIn(row, 'reported_reason')),
      );
    }),
  ];
  const before =
    last === undefined || now.length > 0
      ? []
      : [
          diagnosis.last(
            plain(wordOf(setting, textIn(last, 'reported_code'))) || wordOf(setting, textIn(last, 'cause')),
            timeText(setting, textIn(last, 'from')),
            timeText(setting, textIn(last, 'to')),
          ),
        ];
  const found = findings.slice(0, maxShown).map((row) => findingText(setting, row));
  const all = [...now, ...before, ...found];
  return all.length > 0 ? all : [health.nothingOf(plain(id))];
}

const maxShown = 3;

/** In the reader's language, made anew from the facts that the tool told; its own words where the kind is unknown here. */
function eventText(setting: Setting, stationId: string, row: Row): string {
  const facts = objectAt(row, 'facts');
  const body = Object.fromEntries(Object.entries(facts).map(([name, value]) => [fieldOf(name), value]));
  const event = { kind: textIn(row, 'kind'), stationId, body } as unknown as LedgerEvent;
  const fact = (_name: string, value: string | number) =>
    typeof value === 'number' ? `${value}` : wordOf(setting, value);
  return eventSentence(event, { language: setting.language, fact }) ?? textIn(row, 'what');
}

/** `reported_stop_reason` is the event's `stopReason`. */
function fieldOf(name: string): string {
  return name.replace(/^reported_/, '').replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

function rowsOf(answer: Answer | undefined, name: string): Row[] {
  return answer === undefined || answer.isError ? [] : rowsIn(answer.data, name);
}
