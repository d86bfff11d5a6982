import type { ErrorObject } from 'ajv';
import type { Version } from '../version.ts';
import { fieldAt } from './field-schema.ts';
import type { Flaw, Path, RepairRule } from './quirk.ts';

export type BrokenPayload = {
  version: Pick<Version, 'name' | 'validator'>;
  schema: string;
  action: string;
  isAnswer: boolean;
  payload: unknown;
  receivedAt: Date;
};

export type PayloadRepair = { rule: string; path: Path; before: unknown; after: unknown };
export type RepairedPayload = { payload: unknown; repairs: PayloadRepair[] };

/** Mending one flaw may show the next below it, but not for ever. */
const maxRounds = 8;
/** A payload with more flaws than this is not a slip of a station. */
const maxFlaws = 500;

/** Lets the rules put right a copy, flaw by flaw, until it fits its schema; undefined when they cannot. */
export function repairPayload(broken: BrokenPayload, rules: readonly RepairRule[]): RepairedPayload | undefined {
  const root = { payload: structuredClone(broken.payload) };
  const fitting = rules.filter((rule) => isFor(rule, broken));
  const repairs: PayloadRepair[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const errors = broken.version.validator.everyError(broken.schema, root.payload);
    if (errors.length === 0) return { payload: root.payload, repairs };
    if (errors.length > maxFlaws) return undefined;
    const made = repairOnce(broken, root, { errors, rules: fitting });
    if (made === undefined) return undefined;
    repairs.push(...made);
  }
  return undefined;
}

function isFor({ versions, actions }: RepairRule, { version, action }: BrokenPayload): boolean {
  return versions.includes(version.name) && (actions === 'all' || actions.includes(action));
}

type Root = { payload: unknown };

/** One repair for every flaw of this round; undefined when one of them has none. */
function repairOnce(
  broken: BrokenPayload,
  root: Root,
  { errors, rules }: { errors: readonly ErrorObject[]; rules: readonly RepairRule[] },
): PayloadRepair[] | undefined {
  const repairs: PayloadRepair[] = [];
  for (const error of errors) {
    const flaw = toFlaw(broken, root, error);
    if (repairs.some(({ path }) => isWithin(flaw.path, path))) continue; // mended or taken out a moment ago
    const made = firstRepair(rules, flaw);
    if (made === undefined) return undefined;
    for (const { path, to } of made.edits) {
      repairs.push({ rule: made.rule, path, before: valueAt(root.payload, path), after: to });
      write(root, path, to);
    }
  }
  dropTakenOut(root.payload);
  return repairs;
}

function firstRepair(rules: readonly RepairRule[], flaw: Flaw) {
  for (const { id, repair } of rules) {
    const edits = repair(flaw);
    if (edits !== undefined) return { rule: id, edits };
  }
  return undefined;
}

function toFlaw(
  { version, schema: name, action, isAnswer, receivedAt }: BrokenPayload,
  root: Root,
  error: ErrorObject,
) {
  const path = pathOf(error, root.payload);
  const { schema, isRequired } = fieldAt(version.validator.schemaOf(name), path);
  return {
    keyword: error.keyword,
    path,
    value: valueAt(root.payload, path),
    schema,
    isRequired,
    version: version.name,
    action,
    isAnswer,
    receivedAt,
  };
}

/** Ajv names the object in which a field is missing or too many; the flaw is about the field. */
function pathOf({ instancePath, params }: ErrorObject, payload: unknown): Path {
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string };
  const steps = instancePath.split('/').slice(1);
  const path: (string | number)[] = [];
  for (const step of steps) {
    const isItem = Array.isArray(valueAt(payload, path));
    path.push(isItem ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  const inner = missingProperty ?? additionalProperty;
  return inner === undefined ? path : [...path, inner];
}

function valueAt(payload: unknown, path: Path): unknown {
  let value = payload;
  for (const step of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** Items stay in their places while a round goes on, so that the paths of its other flaws remain true. */
const takenOut = Symbol('taken out');

function write(root: Root, path: Path, to: unknown): void {
  const holder = (path.length === 0 ? root : valueAt(root.payload, path.slice(0, -1))) as Record<
    string | number,
    unknown
  >;
  const step = path.at(-1) ?? 'payload';
  if (to !== undefined) holder[step] = to;
  else if (Array.isArray(holder)) holder[Number(step)] = takenOut;
  else delete holder[step];
}

function dropTakenOut(value: unknown): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) dropItems(value as unknown[]);
  for (const inner of Object.values(value)) dropTakenOut(inner);
}

function dropItems(list: unknown[]): void {
  for (let index = list.length - 1; index >= 0; index -= 1) if (list[index] === takenOut) list.splice(index, 1);
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, index) => path[index] === step);
}
