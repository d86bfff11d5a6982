import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError, SigecError } from '#base/errors.ts';
import { traced } from '#base/tracing/traced.ts';
import type { CommandRecord, Outcome } from '#contract/commands/command.ts';
import { type CommandName, commands, type InputOf, isCommandName } from '#contract/commands/commands.ts';
import type { EventKind } from '#contract/events/events.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import type { CallLimit } from '#ledger/audit/call-limit.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { StationCommands } from '../station-commands.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { awaitEffect } from './await-effect.ts';
import { askingOf, auditOf, endingOf, recordOf, toAsked } from './command-entries.ts';
import type { CommandOutbox } from './command-outbox.ts';
import { readCommand } from './command-store.ts';
import { type Guard, isOurs, type Pass, type WouldRefuse } from './guard.ts';
import { keptInput } from './kept-input.ts';
import { mayBeSeen } from './may-be-seen.ts';
import { isRefused, notSent, type Refusal } from './refusal.ts';
import { storableOutcome } from './storable-outcome.ts';

export type CommandNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  register: StationRegister;
  stationCommands: StationCommands;
  hashToken(token: string): string;
  nodeId: string;
  outbox: CommandOutbox;
  guard: Guard;
  refusals: Pick<CallLimit, 'count'>;
};

/** A command as it is asked for; the input is read here, whichever door it came by. */
export type Ask = {
  stationId: string;
  name: string;
  input: Record<string, unknown>;
  actor: Actor;
  why?: string | undefined;
  answerWithinSeconds?: number | undefined;
  waitForEffectSeconds?: number | undefined;
  /** Aborted: what has not left does not, and nobody waits any longer. */
  signal?: AbortSignal | undefined;
};

/** The one way to a station for everyone: written down, sent, its outcome written down, and told. */
export async function runCommand(needs: CommandNeeds, ask: Ask): Promise<CommandRecord> {
  return runOneOf(needs, ask, 1);
}

async function runOneOf(needs: CommandNeeds, ask: Ask, stations: number): Promise<CommandRecord> {
  const { name, input } = readAsk(ask);
  const { effects, secrets } = commands[name];
  return carryOut(needs, { ...ask, name, input: keptInput(input, secrets), effects, stations }, (requestId) =>
    needs.stationCommands.send({ stationId: ask.stationId, name, input, requestId, ...carriageOf(ask) }),
  );
}

export type AskMany = Omit<Ask, 'stationId'> & { stationIds: readonly string[] };

/** Stations do not wait for each other; a record per station, in the order they were named. */
export async function runManyCommands(needs: CommandNeeds, { stationIds, ...ask }: AskMany): Promise<CommandRecord[]> {
  const ids = [...new Set(stationIds)];
  const found = await Promise.all(ids.map((id) => needs.register.find(id)));
  const [unknown] = ids.filter((_id, index) => found[index] === undefined);
  if (unknown !== undefined)
    throw new SigecError(
      'NOT_FOUND',
      `There is no station "${unknown}", so none was asked. List the stations to see which there are.`,
    );
  return Promise.all(ids.map((stationId) => runOneOf(needs, { ...ask, stationId }, ids.length)));
}

/** Whether the rules would keep it back now, for whoever is to decide upon it before it is asked. */
export async function wouldRefuse(
  { guard }: Pick<CommandNeeds, 'guard'>,
  { stationIds, actor, ...ask }: Pick<AskMany, 'stationIds' | 'name' | 'input' | 'actor'>,
): Promise<WouldRefuse | undefined> {
  const { name, input } = readAsk(ask);
  return guard.wouldRefuse({ stationIds: [...new Set(stationIds)], name, input: { ...input }, actor });
}

export type RawAsk = Omit<Ask, 'name' | 'input'> & { action: string; payload: unknown };

export async function runRaw(needs: CommandNeeds, ask: RawAsk): Promise<CommandRecord> {
  const input = { action: ask.action, payload: ask.payload };
  const { stationId, action, payload } = ask;
  return carryOut(needs, { ...ask, name: 'raw', input, effects: [], stations: 1 }, (requestId) =>
    needs.stationCommands.sendRaw({ stationId, action, payload, requestId, ...carriageOf(ask) }),
  );
}

function carriageOf({ answerWithinSeconds: seconds, signal }: Pick<Ask, 'answerWithinSeconds' | 'signal'>) {
  return { ...(seconds !== undefined && { timeoutMs: seconds * 1000 }), ...(signal !== undefined && { signal }) };
}

export async function getCommand(pool: Pool, id: string): Promise<CommandRecord> {
  const command = await readCommand(pool, id);
  if (command === undefined)
    throw new SigecError('NOT_FOUND', `There is no command ${id}; list the commands of its station.`);
  return command;
}

type Carried = Ask & { effects: readonly EventKind[]; stations: number };
type Send = (requestId: number) => Promise<Outcome>;

function carryOut(needs: CommandNeeds, ask: Carried, send: Send): Promise<CommandRecord> {
  const { name, stationId } = ask;
  return traced(
    {
      name: `command ${name}`,
      kind: 'internal',
      facts: { 'sigec.station': stationId },
      told: ({ outcome }) => ({ 'sigec.outcome': outcome?.status ?? 'none' }),
    },
    () => carryOutNow(needs, ask, send),
  );
}

async function carryOutNow(needs: CommandNeeds, ask: Carried, send: Send): Promise<CommandRecord> {
  if ((await needs.register.find(ask.stationId)) === undefined) {
    throw new SigecError(
      'NOT_FOUND',
      `There is no station "${ask.stationId}". List the stations to see which there are.`,
    );
  }
  if (ask.signal?.aborted) return refuse(needs, ask, notSent(cancelled));
  const admitted = await admit(needs, ask);
  if ('kept' in admitted) return refuse(needs, ask, admitted.kept);
  const { powerKw, ended } = admitted.pass;
  const asked = toAsked(needs, ask, powerKw);
  const { ledger, clock, outbox } = needs;
  const asking = askingOf(asked);
  const { waitForEffectSeconds: waitSeconds, signal, effects } = ask;
  let since: string | undefined;
  try {
    since = waitSeconds === undefined ? undefined : await ledger.head();
    await outbox.write({ ...asking, audit: [auditOf(ask, asked)] }, [
      asking,
      endingOf(asked, { endedAt: asked.askedAt, outcome: unasked, effect: null }),
    ]);
  } catch (error) {
    ended(unasked);
    throw error;
  }
  const outcome = await sendOrSay(send, asked.requestId);
  ended(outcome);
  const effect =
    since === undefined || waitSeconds === undefined || !mayBeSeen(asked.name, outcome)
      ? null
      : await awaitEffect(needs, { asked, outcome, effects, since, waitSeconds, signal });
  const ending = { endedAt: clock.now(), outcome, effect };
  // Stopped on its way by the kill switch: who asked is in the audit already, that it was refused is not.
  const audit = isRefused(outcome) ? [auditOf(ask, asked, outcome)] : [];
  await outbox.write({ ...endingOf(asked, ending), audit });
  return recordOf(asked, ending);
}

/** What cannot be judged does not leave. */
async function admit({ guard }: CommandNeeds, ask: Carried): Promise<{ pass: Pass } | { kept: Outcome }> {
  try {
    const admitted = await guard.admit(ask);
    return 'pass' in admitted ? admitted : { kept: notSent(admitted.refusal) };
  } catch (error) {
    if (isDatabaseAway(error)) return { kept: unasked };
    throw error;
  }
}

const cancelled: Refusal = { code: 'Cancelled', reason: 'It was cancelled before it was sent.' };

/**
 * In the books like any other, with its end: whoever asks later sees that it was wanted, and why it did not leave. One of too many is
 * only counted.
 */
async function refuse(needs: CommandNeeds, ask: Carried, outcome: Outcome): Promise<CommandRecord> {
  const asked = toAsked(needs, ask, 0);
  const ending = { endedAt: asked.askedAt, outcome, effect: null };
  if (isOneTooMany(needs, ask.actor, outcome.code)) {
    const reason = `${outcome.reason} So many were refused in a minute that this one is counted and not listed.`;
    return recordOf(asked, { ...ending, outcome: { ...outcome, reason } });
  }
  const entries = [askingOf(asked), endingOf(asked, ending)];
  await needs.outbox.write({
    events: entries.flatMap(({ events = [] }) => events),
    writes: entries.flatMap(({ writes = [] }) => writes),
    audit: [auditOf(ask, asked, outcome)],
  });
  return recordOf(asked, ending);
}

/** What we do of our own accord is bounded by what it is for. */
function isOneTooMany({ refusals }: CommandNeeds, actor: Actor, code: string | null): boolean {
  if (code === null || isOurs(actor)) return false;
  return refusals.count({ principal: actorName(actor), door: actor.door }, code) !== undefined;
}

export function readAsk({ name, input }: Pick<Ask, 'name' | 'input'>): {
  name: CommandName;
  input: InputOf<CommandName>;
} {
  if (!isCommandName(name)) {
    throw new SigecError(
      'INVALID_INPUT',
      `There is no command "${name}"; there are ${Object.keys(commands).join(', ')}.`,
    );
  }
  const read = commands[name].input.strict().safeParse(input);
  if (read.success) return { name, input: read.data };
  const [issue] = read.error.issues;
  throw new SigecError(
    'INVALID_INPUT',
    `The input of ${name} does not fit: "${issue?.path.join('.')}" ${issue?.message}.`,
    {
      details: { field: issue?.path.join('.') },
    },
  );
}

/** The database was away: whoever asked was told so, and nothing was sent. */
const unasked: Outcome = {
  status: 'not-sent',
  code: null,
  reason: 'the database was away when it was asked',
  answer: {},
  losses: [],
};

/** A command that cannot be put into words is an outcome too: it is in the books already, and must not stay open for ever. */
export async function sendOrSay(send: (requestId: number) => Promise<Outcome>, requestId: number): Promise<Outcome> {
  try {
    return storableOutcome(await send(requestId));
  } catch (thrown) {
    return { status: 'not-sent', code: null, reason: asError(thrown).message, answer: {}, losses: [] };
  }
}
