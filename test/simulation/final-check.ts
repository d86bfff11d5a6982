import { isDeepStrictEqual } from 'node:util';
import { foldSession, type Session } from '#charging/sessions/fold/session.ts';
import { isTold, type SessionFact, type ToldFact } from '#charging/sessions/record/session-fact.ts';
import type { Check, Rule } from './check.ts';
import { asKept } from './model-store.ts';
import { expectedSession } from './oracle.ts';
import type { Contents } from './simulated-store.ts';
import { identityOf, type Told, type TrueSession, wordsOf } from './told.ts';

type Row = { stationId: string; session: Session };

/** When everything has come to rest: what the store holds is what really happened. */
export function checkContents(check: Check, sessions: readonly TrueSession[], contents: Contents): void {
  const told = new Map(
    sessions.flatMap((session) => session.told.map((event) => [`${session.stationId} ${event.identity}`, event])),
  );
  const contradicted = new Set(
    sessions.filter(({ hasContradiction }) => hasContradiction).map(({ stationId, ref }) => `${stationId} ${ref}`),
  );
  const recorded = checkOnce(check, { told, contents });
  for (const { stationId, fact } of contents.facts) {
    if (fact.type !== 'conflict') continue;
    // Two events under one number, by a clock that shows the same time twice: the second is kept beside the first.
    const beside = told.get(`${stationId} ${identityOf(fact.told)}`);
    if (beside?.session.isMisnumbered && !recorded.has(beside)) recorded.set(beside, `${stationId}\n${fact.ref}`);
    else if (!contradicted.has(`${stationId} ${fact.ref}`))
      check.broken('L2', `${stationId} ${identityOf(fact.told)} was repeated, and that was taken for a contradiction`);
  }
  checkAcknowledged(check, { told, recorded, contents });
  const rows = new Map(contents.sessions.map((row) => [`${row.stationId}\n${row.session.ref}`, row]));
  const facts = Map.groupBy(contents.facts, ({ stationId, fact }) => `${stationId}\n${fact.ref}`);
  checkRefold(check, rows, facts);
  for (const session of sessions) if (!session.isMadeUp) checkSession(check, { session, sessions, rows, recorded });
  if (contents.openCommands > 0) check.broken('L7', `${contents.openCommands} commands never ended`);
}

/** Each event is in the ledger once, and nothing is there that nobody told. Gives back, by event, the session it is kept under. */
function checkOnce(
  check: Check,
  { told, contents }: { told: ReadonlyMap<string, Told>; contents: Contents },
): Map<Told, string> {
  const recorded = new Map<Told, string>();
  for (const { stationId, fact } of contents.facts) {
    if (!isTold(fact)) continue;
    const name = `${stationId} ${identityOf(fact)}`;
    const event = told.get(name);
    if (event === undefined) check.broken(...strayEvent(told, stationId, fact));
    else if (recorded.has(event)) check.broken('L2', `${name} is in the ledger twice`);
    else recorded.set(event, `${stationId}\n${fact.ref}`);
  }
  return recorded;
}

/** Something that its station never told: another one did, or nobody. */
function strayEvent(told: ReadonlyMap<string, Told>, stationId: string, fact: ToldFact): [Rule, string] {
  const identity = identityOf(fact);
  const teller = [...told.values()].find((event) => event.identity === identity && event.session.ref === fact.ref);
  return teller === undefined
    ? ['L2', `${stationId} ${identity} is in the ledger, and nobody told it`]
    : ['L5', `${stationId} ${identity} is in the ledger, and it was ${teller.session.stationId} that told it`];
}

function checkAcknowledged(
  check: Check,
  {
    told,
    recorded,
    contents,
  }: { told: ReadonlyMap<string, Told>; recorded: ReadonlyMap<Told, string>; contents: Contents },
): void {
  const loose = new Set(contents.looseReadings.map(({ stationId, wh }) => `${stationId} ${wordsOf('updated', wh)}`));
  let [refused, mended] = [0, 0];
  for (const [name, event] of told) {
    if (!event.isAcknowledged) continue;
    if (name.includes('\uFFFD')) mended += 1;
    if (recorded.has(event) || loose.has(name)) continue;
    if (name.includes(' poison')) refused += 1;
    else check.broken('L1', `${name} was acknowledged and is not in the ledger`);
  }
  if (refused > contents.setAside) check.broken('L1', 'a poisoned message was acknowledged and not set aside');
  if (mended > contents.originals) check.broken('L1', 'a text was replaced, and what came is kept nowhere');
}

/** L8: every row is what its events say together. */
function checkRefold(
  check: Check,
  rows: ReadonlyMap<string, Row>,
  facts: ReadonlyMap<string, readonly { fact: SessionFact }[]>,
): void {
  for (const [identity, { session }] of rows) {
    const folded = asKept(foldSession((facts.get(identity) ?? []).map(({ fact }) => fact)));
    if (!isDeepStrictEqual(folded, session))
      check.broken(
        'L8',
        `${identity.replace('\n', ' ')} is ${JSON.stringify(session)}, and its events say ${JSON.stringify(folded)}`,
      );
  }
  for (const identity of facts.keys())
    if (!rows.has(identity)) check.broken('L8', `${identity.replace('\n', ' ')} has events and no row`);
}

/** What a person may be told where readings fall: which it is, the readings alone do not always say. */
const meterFlags = new Set(['meter-reset', 'suspect', 'relative-samples', 'wrong-unit']);
const matchFlags = new Set(['stop-matched']);
const unitFlags = new Set(['wrong-unit']);
const contradictionFlags = new Set(['conflict', 'seqno-unreliable']);

type OneSession = {
  session: TrueSession;
  sessions: readonly TrueSession[];
  rows: ReadonlyMap<string, Row>;
  recorded: ReadonlyMap<Told, string>;
};

/** With a clock that was set meanwhile, one that was told late may seem to be the next. */
function hasFollower(session: TrueSession, sessions: readonly TrueSession[]): boolean {
  const { stationId, evseId } = session;
  const there = sessions.filter((other) => other.stationId === stationId && other.evseId === evseId && !other.isMadeUp);
  return there.some(({ hasOddClock }) => hasOddClock) ? there.length > 1 : there.indexOf(session) < there.length - 1;
}

function checkSession(check: Check, { session, sessions, rows, recorded }: OneSession): void {
  const name = `${session.stationId} ${session.ref ?? 'without id'}`;
  const identities = new Set(session.told.map((event) => recorded.get(event) ?? ''));
  const found = [...identities].flatMap((identity) => rows.get(identity) ?? []);
  const energyWh = found.reduce((sum, row) => sum + (row.session.energyMwh ?? 0) / 1000, 0);
  const hasFlag = (flags: ReadonlySet<string>) =>
    found.some((row) => row.session.flags.some((flag) => flags.has(flag)));
  // Which reading came before a reset and which after it, nobody can tell without a count and a clock; nor whose an end is that
  // names no session. There a flag has to do.
  const isUncounted = session.version === '1.6' || session.isMisnumbered;
  const isUnclear = isUncounted && session.hasMeterReset && session.hasOddClock;
  const isContradicted = session.hasContradiction && hasFlag(contradictionFlags);
  // A reset register may by chance look like the old one in kWh. A person is told, whichever it was.
  const isOtherUnit = session.hasMeterReset && hasFlag(unitFlags);
  const isShown = isOtherUnit || (isUnclear && hasFlag(meterFlags)) || hasFlag(matchFlags) || isContradicted;
  if (energyWh > session.energyWh && !isShown)
    check.broken('L4', `${name} has ${energyWh} Wh, and ${session.energyWh} Wh flowed`);
  // A station that gave up its start never learns the id: what it tells afterwards cannot name the session.
  const isNamed = session.version !== '1.6' || session.ref !== null;
  if (!isNamed || found.length === 0) return;
  if (hasFlag(matchFlags)) return; // its end is a guess, and shown as one
  const [row] = found;
  if (found.length > 1 || row === undefined) return check.broken('L2', `${name} became ${found.length} sessions`);
  const expected = expectedSession(session, recorded);
  const { session: kept } = row;
  const differ = (field: string, is: unknown, shouldBe: unknown) =>
    is === shouldBe ? [] : [`${field} is ${String(is)} and should be ${String(shouldBe)}`];
  // One that never told its end is closed when the next begins at its EVSE.
  const isClosed =
    expected.state === 'running' && kept.flags.includes('closed-inferred') && hasFollower(session, sessions);
  const odd = [
    ...differ('state', kept.state, isClosed ? 'ended' : expected.state),
    ...differ('stop reason', kept.stopReason, expected.stopReason),
    ...(expected.startedAt === null ? [] : differ('start', kept.startedAt, expected.startedAt)),
    ...(expected.endedAt === null ? [] : differ('end', kept.endedAt, expected.endedAt)),
    ...(expected.evseId === null ? [] : differ('EVSE', kept.evseId, expected.evseId)),
    ...differ('no-start', kept.flags.includes('no-start'), !expected.hasStart),
    ...(expected.hasGap === null ? [] : differ('has-gap', kept.flags.includes('has-gap'), expected.hasGap)),
  ];
  for (const what of odd) check.broken('L3', `${name}: ${what}`);
  // A meter that began at 0, by a clock that was set, may look like one that could not be read at first.
  const isFalseZero = session.hasOddClock && session.told[0]?.registerWh === 0 && kept.flags.includes('suspect');
  if (expected.energyWh !== null && !isFalseZero && kept.energyMwh !== expected.energyWh * 1000)
    check.broken('L4', `${name} has ${kept.energyMwh} mWh, and its meter says ${expected.energyWh} Wh`);
  if (expected.showsReset && !isUnclear && !kept.flags.some((flag) => meterFlags.has(flag)))
    check.broken('L4', `${name} had its meter reset, and nothing says so`);
}
