import type { Charging } from '#charging/open-charging.ts';
import type { NewRepair } from '#charging/quirk-switches/repair-counts.ts';
import type { Version } from '../version.ts';
import type { Oddity, Path, ReadingRule } from './quirk.ts';
import { readingsOf, repairRules } from './quirks.ts';
import { type BrokenPayload, type PayloadRepair, repairPayload } from './repair-payload.ts';

export type ToleranceNeeds = { charging: Charging; redactTokens(frame: string): string };

export type Tolerated = { payload: unknown; repairs: NewRepair[] };

/** A payload that fails its schema, put right by the rules that are on for its station; undefined when they cannot. */
export function tolerate(needs: ToleranceNeeds, stationId: string, broken: BrokenPayload): Tolerated | undefined {
  const rules = repairRules.filter(({ id }) => needs.charging.quirks.isOn(stationId, id));
  if (rules.length === 0) return undefined;
  const repaired = repairPayload(broken, rules);
  if (repaired === undefined) return undefined;
  return {
    payload: repaired.payload,
    repairs: repaired.repairs.map((repair) => described(needs, broken.action, repair)),
  };
}

export type OddValue = Oddity & { rule: ReadingRule };

export function findOddValue(version: Version['name'], action: string, payload: unknown): OddValue | undefined {
  for (const rule of readings[version].get(action) ?? []) {
    const oddity = rule.find(payload as never);
    if (oddity !== undefined) return { ...oddity, rule };
  }
  return undefined;
}

export function oddValueRead(
  needs: ToleranceNeeds,
  action: string,
  { rule, field, value, readAs }: OddValue,
): NewRepair {
  return { rule: rule.id, action, field, before: textOf(needs, field, value), after: readAs };
}

const readings = { '1.6': readingsOf('1.6'), '2.0.1': readingsOf('2.0.1'), '2.1': readingsOf('2.1') };

function described(needs: ToleranceNeeds, action: string, { rule, path, before, after }: PayloadRepair): NewRepair {
  const name = String(path.at(-1) ?? '');
  return {
    rule,
    action,
    field: fieldName(path),
    before: textOf(needs, name, before),
    after: textOf(needs, name, after),
  };
}

const longestField = 100;
const longestText = 100;

/** The same field of every item of a list is one field. The station may have chosen the name, so it is cleaned and short. */
function fieldName(path: Path): string {
  const name = path.map((step) => (typeof step === 'number' ? '[]' : `.${step}`)).join('');
  return clean(name.replace(/^\./, ''), longestField) || '(payload)';
}

/** A value as it may be shown and kept: a token only as its hash, one short line. */
function textOf({ redactTokens }: ToleranceNeeds, name: string, value: unknown): string {
  if (value === undefined) return '(absent)';
  if (value === '') return '""';
  const field = JSON.stringify({ [name]: value });
  const redacted = redactTokens(field);
  return clean(redacted.slice(redacted.indexOf(':') + 1, -1), longestText);
}

function clean(text: string, longest: number): string {
  const line = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
