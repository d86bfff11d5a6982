import { inWords } from '#contract/problems/problem-words.ts';
import { sentence } from '#contract/sentence.ts';
import type { IntentOf } from '../intent.ts';
import { stationNamed } from './named.ts';
import { askOne, type Plan, type Setting } from './plan.ts';
import { numberAt, objectAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { plain } from './show.ts';

const maxShown = 5;

/** Which station fails next and why, or that nothing points to one. */
export function* foresee(setting: Setting, { station }: IntentOf<'foresee'>): Plan {
  const { texts } = setting;
  const id = station === undefined ? undefined : yield* stationNamed(setting, station);
  const { data } = yield* askOne(setting, 'list_findings', id === undefined ? {} : { charge_point_id: id });
  const findings = rowsIn(data, 'findings');
  const told = new Set(findings.map((row) => textIn(row, 'charge_point_id')));
  const risks = rowsIn(data, 'risks').filter((row) => !told.has(textIn(row, 'charge_point_id')));
  if (findings.length === 0 && risks.length === 0)
    return id === undefined ? texts.health.nothing : texts.health.nothingOf(plain(id));
  return [
    ...findings.slice(0, maxShown).map((row) => findingText(setting, row)),
    ...risks.slice(0, maxShown).map((row) => {
      const [name, percent, hours] = riskOf(row);
      return texts.health.rising(plain(name), percent, hours);
    }),
  ].join('\n\n');
}

function riskOf(row: Row): [name: string, percent: number, hours: number] {
  const percent = Math.round(100 * (numberAt(row, 'risk') ?? 0));
  return [textIn(row, 'charge_point_id') || textIn(row, 'model'), percent, numberAt(row, 'horizon_hours') ?? 0];
}

function findingText(setting: Setting, row: Row): string {
  const { texts } = setting;
  const [name, percent, hours] = riskOf(row);
  const said = objectAt(row, 'said');
  const lines = [
    wordsOf(setting, said['why'], textIn(row, 'why')),
    wordsOf(setting, said['advice'], textIn(row, 'advice')),
  ];
  return `**${plain(name)}**: ${texts.health.risk(percent, hours)} ${lines.join(' ')}`;
}

function wordsOf({ language }: Setting, said: unknown, english: string): string {
  const read = sentence.safeParse(said);
  return (read.success ? inWords(read.data, { language }) : null) ?? english;
}
