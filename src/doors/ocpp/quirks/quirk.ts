import type { Quirk } from '#contract/stations/quirk.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { FieldSchema } from './field-schema.ts';

export type Path = readonly (string | number)[];

export type Flaw = {
  /** The word of the schema that is broken: required, type, enum, maxLength, format, additionalProperties, minItems … */
  keyword: string;
  /** Of the field itself, also when it is missing or should not be there. */
  path: Path;
  /** As it came; undefined when it is missing. */
  value: unknown;
  /** undefined for a field the schema does not know. */
  schema: FieldSchema | undefined;
  isRequired: boolean;
  version: OcppVersion;
  action: string;
  /** An answer to a call of ours, rather than a call of the station. */
  isAnswer: boolean;
  receivedAt: Date;
};

/** What to write where; undefined takes the field, or the item of a list, out. */
export type Edit = { path: Path; to: unknown };

/** Puts right one kind of flaw in a payload that fails its schema. A payload that fits is never shown to it. */
export type RepairRule = Quirk & { kind: 'repair'; repair(flaw: Flaw): Edit[] | undefined };

/** Sees a value that fits its schema and makes no sense. The payload stays as it is; the handler knows how to read it. */
export type ReadingRule = Quirk & { kind: 'reading'; find(payload: never): Oddity | undefined };

/** Behaviour that is borne: what it changes stands where it happens, which asks whether the rule is on. */
export type ConductRule = Quirk & { kind: 'conduct' };

export type Oddity = { field: string; value: unknown; readAs: string };

const everyVersion: readonly OcppVersion[] = ['1.6', '2.0.1', '2.1'];

type Described<Rule extends Quirk> = Omit<Rule, 'kind' | 'versions' | 'actions'> &
  Partial<Pick<Quirk, 'versions' | 'actions'>>;

/** A rule is for every message of every version, unless it says otherwise. */
export function repairRule(rule: Described<RepairRule>): RepairRule {
  return { kind: 'repair', versions: everyVersion, actions: 'all', ...rule };
}

export function readingRule(rule: Described<ReadingRule>): ReadingRule {
  return { kind: 'reading', versions: everyVersion, actions: 'all', ...rule };
}

export function conductRule(rule: Described<ConductRule>): ConductRule {
  return { kind: 'conduct', versions: everyVersion, actions: 'all', ...rule };
}

export function change({ path }: Flaw, to: unknown): Edit[] {
  return [{ path, to }];
}

export function leaveOut({ path }: Flaw): Edit[] {
  return [{ path, to: undefined }];
}

export function nameOf({ path }: Flaw): string {
  return String(path.at(-1) ?? '');
}
