import { inWords } from '#contract/problems/problem-words.ts';
import { sentence } from '#contract/sentence.ts';
import type { IntentOf } from '../intent.ts';
import { stationNamed } from './named.ts';
import { askOne, type Plan, type Setting } from './plan.ts';
import { numberAt, objectAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { plain, wordOf } from './show.ts';

const maxShown = 5;
const maxEvents = 6;

/** Which station fails next and why, or that nothing points to one. */
export function* foresee(setting: Setting, { station }: IntentOf<'foresee'>): Plan {
  const { texts } = setting;
  const id = station === undefined ? undefined : yield* stationNamed(setting, station);
  const { data } = yield* askOne(setting, 'list_findings', {
    limit: maxShown,
    ...(id !== undefined && { charge_point_id: id }),
  });
  const findings = rowsIn(data, 'findings');
  const told = new Set(findings.map((row) => textIn(row, 'charge_point_id')));
  const risks = rowsIn(data, 'risks').filter((row) => !told.has(textIn(row, 'charge_point_id')));
  if (findings.length === 0 && risks.length === 0)
    return id === undefined ? texts.health.nothing : texts.health.nothingOf(plain(id));
  return [
    ...findings.slice(0, maxShown).map((row) => findingText(setting, row)),
    ...risks.slice(0, maxShown).map((row) => {
      const [name, percent, hours] = riskOf(row);
      const kind = wordOf(setting, textIn(row, 'kind'));
      return texts.health.rising(placeOf(name, numberAt(row, 'evse_id')), { percent, hours, kind });
    }),
  ].join('\n\n');
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
