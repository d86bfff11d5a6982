import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { readCsv } from '#base/csv.ts';
import { SigecError } from '#base/errors.ts';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { defined } from '#base/present.ts';
import type {
  AccessImported,
  DriverChange,
  DriverQuery,
  ImportedRow,
  ImportProblem,
  NewDriver,
} from '#contract/access/driver.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { Database } from '#database/database.ts';
import type { FrameChange } from '#ledger/frames/change-frames.ts';
import type { DerivedWrite, Ledger, NewEvent } from '#ledger/ledger-types.ts';
import { whenOvertaken } from '#ledger/when-overtaken.ts';
import type { Actor } from '#principals/actor.ts';
import { editOf, newTokenRow, tokenChanged, tokenEvent } from '../authorization/change-tokens.ts';
import { auditOf } from '../change-entry.ts';
import type { Reservations } from '../reservations/open-reservations.ts';
import {
  addDriver,
  changeDriver,
  driverChanged,
  driverEvent,
  findDrivers,
  getDriver,
  newDriverRow,
} from './change-drivers.ts';
import { forgetDriver } from './forget-driver.ts';
import { openIdentity } from './identity.ts';
import { type Matched, matchAccess, type Person, type PlannedToken } from './match-access.ts';
import { NameIndex } from './name-index.ts';
import { type AccessRow, readAccessRows } from './read-access-rows.ts';

export type Drivers = ReturnType<typeof openDrivers>;

export type DriverNeeds = {
  database: Pick<Database, 'connect'>;
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  installationKey: Buffer;
  hashToken(token: string): string;
  /** The time zone in which a day of an import begins. */
  timeZone: string;
  /** Changes recorded frames, to remove a person from them. */
  changeFrames(change: FrameChange): Promise<void>;
  reservations: Pick<Reservations, 'find' | 'cancel'>;
};
export type BoundNeeds = DriverNeeds & { names: NameIndex };

export function openDrivers(given: DriverNeeds) {
  const needs: BoundNeeds = { ...given, names: new NameIndex(given) };
  // Reading a hundred thousand names takes seconds, so it begins before the first search; a search meanwhile waits for it.
  needs.names.catchUp().catch((error: unknown) => willRetry(given.log, 'read names of drivers', error));
  return {
    /** `isInEmail`: false searches names alone; absent: e-mail addresses too. */
    find: (query: DriverQuery & { isInEmail?: boolean }) => findDrivers(needs, query),
    get: (driverId: string) => getDriver(needs, driverId),
    add: (wanted: NewDriver, actor: Actor) => addDriver(needs, wanted, actor),
    change: (driverId: string, change: DriverChange, actor: Actor) => changeDriver(needs, { driverId, change, actor }),
    /** Removes everything that names the driver; their energy stays in the sums. Refused while the driver is charging. */
    forget: (driverId: string, actor: Actor) => forgetDriver(needs, driverId, actor),
    /** Drivers and tokens of a CSV text: all of it, or INVALID_INPUT with every problem and nothing written. */
    importCsv: (ask: ImportRequest, actor: Actor) => importAccess(needs, ask, actor),
  };
}

type ImportRequest = { csv: string; isDryRun: boolean; isRowByRow?: boolean };

/** Imports all rows in one commit, or none, with every reason; with `row by row`, the rows without a mistake. */
async function importAccess(
  needs: BoundNeeds,
  { csv, isDryRun, isRowByRow = false }: ImportRequest,
  actor: Actor,
): Promise<AccessImported> {
  const { rows, problems: unread } = readAccessRows(csv, needs.timeZone);
  const { matched, problems } = await matchGood(needs, { rows, unread, isRowByRow });
  if (problems.length > 0 && (!isRowByRow || rows.length === 0))
    throw refused(problems.toSorted((a, b) => a.row - b.row));
  const { changes, ...fates } = await planChanges(needs, matched, actor);
  const counted = changes.map(({ kind }) => kind);
  const count = (kind: Change['kind']) => counted.filter((each) => each === kind).length;
  const imported = {
    rows: rows.length,
    drivers: { added: count('driver-added'), changed: count('driver-changed') },
    tokens: { added: count('token-added'), changed: count('token-changed') },
  };
  const answer = isRowByRow
    ? { ...imported, results: resultsOf(csv, { rows, problems, matched, ...fates }) }
    : imported;
  if (isDryRun || changes.length === 0) return answer;
  await needs.ledger
    .commit({
      events: changes.map(({ event }) => event),
      writes: changes.flatMap(({ writes }) => writes),
      audit: [auditOf('access-imported', 'drivers and tokens', actor, imported)],
    })
    .catch(whenOvertaken(sentenceOf('import-overtaken')));
  return answer;
}

type Unmatched = { rows: readonly AccessRow[]; unread: readonly ImportProblem[]; isRowByRow: boolean };

/** The drivers that the rows are about. With `row by row`, rows with mistakes are left out until the rest is consistent. */
async function matchGood(
  needs: BoundNeeds,
  { rows, unread, isRowByRow }: Unmatched,
): Promise<{ matched: Matched; problems: ImportProblem[] }> {
  const problems = [...unread];
  let good = rows;
  for (;;) {
    if (isRowByRow) {
      const bad = new Set(problems.map(({ row }) => row));
      good = rows.filter(({ row }) => !bad.has(row));
    }
    const matched = await matchAccess(needs, good);
    problems.push(...matched.problems);
    if (!isRowByRow || matched.problems.length === 0) return { matched, problems };
  }
}

type Told = Fates & { rows: readonly AccessRow[]; problems: readonly ImportProblem[]; matched: Matched };

function resultsOf(csv: string, { rows, problems, matched, people, tokens }: Told): ImportedRow[] {
  const lines = new Map(readCsv(csv).rows.map(({ row, line }) => [row, line]));
  const wrong = Map.groupBy(problems, ({ row }) => row);
  return rows.map(({ row }) => {
    const person = matched.personOfRow.get(row);
    return {
      line: lines.get(row) ?? row,
      driver: (person && people.get(person)) ?? null,
      token: tokens.get(row) ?? null,
      problems: wrong.get(row) ?? [],
    };
  });
}

type Fate = NonNullable<ImportedRow['driver']>;
/** The outcome for each driver, and for the token of each row. */
type Fates = { people: ReadonlyMap<Person, Fate>; tokens: ReadonlyMap<number, Fate> };

function fateOf(change: Change | undefined): Fate {
  if (change === undefined) return 'same';
  return change.kind === 'driver-added' || change.kind === 'token-added' ? 'added' : 'changed';
}

type Change = {
  kind: 'driver-added' | 'driver-changed' | 'token-added' | 'token-changed';
  event: NewEvent;
  writes: DerivedWrite[];
};

async function planChanges(
  needs: BoundNeeds,
  { people: persons, tokens: planned }: Pick<Matched, 'people' | 'tokens'>,
  actor: Actor,
): Promise<Fates & { changes: Change[] }> {
  const ids = new Map<Person, string>();
  const changes: Change[] = [];
  const people = new Map<Person, Fate>();
  const tokens = new Map<number, Fate>();
  for (const [nth, person] of persons.entries()) {
    const { id, change } = driverChange(needs, person, actor);
    ids.set(person, id);
    people.set(person, fateOf(change));
    if (change !== undefined) changes.push(change);
    if (nth % sealedAtOnce === 0) await setImmediate(); // stations are not kept waiting meanwhile
  }
  for (const [nth, token] of planned.entries()) {
    const driverId = token.person === null ? undefined : ids.get(token.person);
    const change = tokenChange(needs, { ...token, driverId }, actor);
    tokens.set(token.row, fateOf(change));
    if (change !== undefined) changes.push(change);
    if (nth % sealedAtOnce === 0) await setImmediate();
  }
  return { changes, people, tokens };
}

const sealedAtOnce = 200;

function driverChange(needs: BoundNeeds, { known, said: told }: Person, actor: Actor): { id: string; change?: Change } {
  if (known === null) {
    const nothing = { email: null, phone: null, note: null, language: null, groupId: null, isBlocked: false };
    const wanted = { ...nothing, name: '', places: null, oneAtATime: null, ...defined(told) };
    const { row, writes } = newDriverRow(needs, wanted, actor);
    const kind = 'driver-added';
    return { id: row.id, change: { kind, event: driverEvent(kind, row, actor), writes } };
  }
  const change = news({ ...known, ...openIdentity(needs.installationKey, known) }, told);
  if (Object.keys(change).length === 0) return { id: known.id };
  return {
    id: known.id,
    change: { kind: 'driver-changed', ...driverChanged(needs, { before: known, change, actor }) },
  };
}

/** The values that a row gives and that differ from the stored ones; nothing else is changed. */
function news<Said extends object>(known: object, said: Said): Partial<Said> {
  const fields = Object.entries(said).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, (known as Record<string, unknown>)[name]),
  );
  return Object.fromEntries(fields) as Partial<Said>;
}

function tokenChange(
  needs: BoundNeeds,
  { known, value, type, said, driverId }: PlannedToken & { driverId: string | undefined },
  actor: Actor,
): Change | undefined {
  const wanted = { ...said, ...(driverId !== undefined && { driverId }) };
  if (known === null) {
    const { row, writes } = newTokenRow(needs, { value, wanted: { type: type ?? 'iso14443', ...wanted }, actor });
    return { kind: 'token-added', event: tokenEvent('token-added', row, actor), writes };
  }
  const edit = news(known, editOf(wanted));
  if (Object.keys(edit).length === 0) return undefined;
  return { kind: 'token-changed', ...tokenChanged(needs, { before: known, edit, actor }) };
}

/** More problems than this in one answer help nobody. */
const maxTold = 500;

function refused(problems: readonly ImportProblem[]): SigecError {
  const [first] = problems;
  const where = first && `row ${first.row}${first.column === null ? '' : `, ${first.column}`}: ${first.problem}`;
  const many = problems.length === 1 ? 'One problem' : `${problems.length} problems`;
  return new SigecError('INVALID_INPUT', `Nothing was imported. ${many}; the first in ${where}`, {
    details: { problems: problems.slice(0, maxTold), count: problems.length },
  });
}
