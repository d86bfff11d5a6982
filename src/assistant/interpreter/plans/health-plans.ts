import { inWords } from '#contract/problems/problem-words.ts';
import { sentence } from '#contract/sentence.ts';
import type { IntentOf } from '../intent.ts';
import { stationNamed } from './named.ts';
import { askOne, type Plan, type Setting } from './plan.ts';
import { numberAt, objectAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { numberText, plain, rowTable, timeOf, wordOf } from './show.ts';

const maxShown = 5;
const maxEvents = 6;

/** Which station fails next and why, or that nothing points to one. */
export function* foresee(setting: Setting, { station, isWhy = false }: IntentOf<'foresee'>): Plan {
  const { texts } = setting;
  const id = station === undefined ? undefined : yield* stationNamed(setting, station);
  const { data } = yield* askOne(setting, 'list_findings', {
    limit: maxShown,
    ...(id !== undefined && { charge_point_id: id }),
  });
  const findings = rowsIn(data, 'findings');
  // What an open finding tells of is an alarm, also where the answer had no room for it.
  const risks = rowsIn(data, 'risks').filter((row) => row['has_finding'] !== true);
  if (findings.length === 0 && risks.length === 0)
    return id === undefined ? texts.health.nothing : texts.health.nothingOf(plain(id));
  if (isWhy) return yield* reasons(setting, { findings, risks });
  return [
    ...findings.slice(0, maxShown).map((row) => findingText(setting, row)),
    ...risks.slice(0, maxShown).map((row) => riskText(setting, row)),
  ].join('\n\n');
}

/** What a forecast rests on: of each finding the signs that were counted, of a station that only stands out those that have risen. */
function* reasons(setting: Setting, { findings, risks }: Record<'findings' | 'risks', readonly Row[]>): Plan {
  const { texts } = setting;
  const parts = findings
    .slice(0, maxReasons)
    .map((row) => `${findingText(setting, { ...row, evidence: [] })}\n\n${signTable(setting, row)}`);
  for (const row of risks.slice(0, Math.max(0, maxReasons - findings.length))) {
    const { data } = yield* askOne(setting, 'diagnose_station', { charge_point_id: textIn(row, 'charge_point_id') });
    const risen = rowsIn(data, 'signals').filter((each) => rowsIn(each, 'evidence').length > 0);
    const tables = risen.map(
      (each) =>
        `${texts.health.risen(Math.round(100 * (numberAt(each, 'score') ?? 0)))}\n\n${signTable(setting, each)}`,
    );
    parts.push([riskText(setting, row), ...tables].join(' '));
  }
  const [event] = [...parts.join('\n').matchAll(/\| (\d+\.\d+) \|/g)].at(-1)?.slice(1) ?? [];
  return [...parts, ...(event === undefined ? [] : [texts.health.open(event)])].join('\n\n');
}

const maxReasons = 3;

function signTable(setting: Setting, row: Row): string {
  const { heads, health } = setting.texts;
  return rowTable(setting, rowsIn(row, 'evidence'), [
    [heads.time, timeOf(setting, 'at')],
    [
      heads.sign,
      (each) => {
        const signal = textIn(each, 'signal');
        const value = numberText(setting, numberAt(each, 'value') ?? 0);
        return (health.signs[signal] ?? signal).replace('{value}', value);
      },
    ],
    [heads.event, 'event_id'],
  ]);
}

function riskText(setting: Setting, row: Row): string {
  const [name, percent, hours] = riskOf(row);
  const kind = wordOf(setting, textIn(row, 'kind'));
  return setting.texts.health.rising(placeOf(name, numberAt(row, 'evse_id')), { percent, hours, kind });
}

function placeOf(name: string, evseId: number | undefined): string {
  return evseId === undefined ? plain(name) : `${plain(name)}/${evseId}`;
}

function riskOf(row: Row): [name: string, percent: number, hours: number] {
  const percent = Math.round(100 * (numberAt(row, 'risk') ?? 0));
  return [textIn(row, 'charge_point_id') || textIn(row, 'model'), percent, numberAt(row, 'horizon_hours') ?? 0];
}

export function findingText(setting: Setting, row: Row): string {
  const { texts } = setting;
  const [, percent, hours] = riskOf(row);
  const said = objectAt(row, 'said');
  const lines = [
    wordsOf(setting, said['why'], textIn(row, 'why')),
    wordsOf(setting, said['advice'], textIn(row, 'advice')),
  ];
  const events = rowsIn(row, 'evidence').map((each) => textIn(each, 'event_id'));
  const known = events.filter((id) => id !== '').slice(-maxEvents);
  const evidence = known.length === 0 ? '' : ` ${texts.health.evidence(known.join(', '))}`;
  const title = wordsOf(setting, said['title'], textIn(row, 'title'));
  const name = title === '' ? textIn(row, 'charge_point_id') || textIn(row, 'model') : title;
  return `**${plain(name)}**. ${lines.join(' ')} ${texts.health.risk(percent, hours)}${evidence}`;
}

function wordsOf({ language }: Setting, said: unknown, english: string): string {
  const read = sentence.safeParse(said);
  return (read.success ? inWords(read.data, { language }) : null) ?? english;
}
