import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#clock.ts';
import type { CommandRecord, Effect, Outcome } from '#contract/command.ts';
import { type CommandName, commands, type InputOf, isCommandName } from '#contract/commands.ts';
import { asError, SigecError } from '#errors.ts';
import { withoutSecrets } from '#ledger/frames/hide-secrets.ts';
import { type AuditEntry, type Entry, type Ledger, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { StationCommands } from '../station-commands.ts';
import type { StationRegister } from '../stations/station-register.ts';
import type { CommandBook } from './command-book.ts';
import { type AskedRow, askedCommands, endedCommands, readCommand } from './command-store.ts';
import { keptInput } from './kept-input.ts';
import { redactInput } from './redact-input.ts';

export type CommandNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  register: StationRegister;
  stationCommands: StationCommands;
  hashToken(token: string): string;
  nodeId: string;
  book: CommandBook;
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
};

/** The one way to a station for everyone: written down, sent, its outcome written down, and told. */
export async function runCommand(needs: CommandNeeds, ask: Ask): Promise<CommandRecord> {
  const { name, input } = readAsk(ask);
  const { effects, secrets } = commands[name];
  return carryOut(needs, { ...ask, name, input: keptInput(input, secrets), effects }, (requestId) =>
    needs.stationCommands.send({ stationId: ask.stationId, name, input, requestId, ...patienceOf(ask) }),
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
  return Promise.all(ids.map((stationId) => runCommand(needs, { ...ask, stationId })));
}

export type RawAsk = Omit<Ask, 'name' | 'input'> & { action: string; payload: unknown };

/** Any message of the station's version, for administrators. */
export async function runRaw(needs: CommandNeeds, ask: RawAsk): Promise<CommandRecord> {
  const input = { action: ask.action, payload: ask.payload };
  const { stationId, action, payload } = ask;
  return carryOut(needs, { ...ask, name: 'raw', input, effects: [] }, (requestId) =>
    needs.stationCommands.sendRaw({ stationId, action, payload, requestId, ...patienceOf(ask) }),
  );
}

function patienceOf({ answerWithinSeconds: seconds }: Pick<Ask, 'answerWithinSeconds'>): { timeoutMs?: number } {
  return seconds === undefined ? {} : { timeoutMs: seconds * 1000 };
}

export async function getCommand(pool: Pool, id: string): Promise<CommandRecord> {
  const command = await readCommand(pool, id);
  if (command === undefined)
    throw new SigecError('NOT_FOUND', `There is no command ${id}; list the commands of its station.`);
  return command;
}

type Carried = Ask & { effects: readonly string[] };

async function carryOut(
  needs: CommandNeeds,
  ask: Carried,
  send: (requestId: number) => Promise<Outcome>,
): Promise<CommandRecord> {
  const { ledger, clock, book } = needs;
  if ((await needs.register.find(ask.stationId)) === undefined) {
    throw new SigecError(
      'NOT_FOUND',
      `There is no station "${ask.stationId}". List the stations to see which there are.`,
    );
  }
  const asked = toAsked(needs, ask);
  const before = ask.waitForEffectSeconds === undefined ? undefined : await ledger.head();
  const asking = { events: [askedEvent(asked)], writes: [write(askedCommands, asked)] };
  await book.write({ ...asking, audit: [auditOf(ask, asked)] }, [asking, endingOf(asked, notAsked(asked.askedAt))]);
  const outcome = await sendOrSay(send, asked.requestId);
  const effect =
    before === undefined || outcome.status !== 'accepted'
      ? null
      : await waitForEffect(needs, { ...ask, commandId: asked.id, requestId: asked.requestId }, before);
  const endedAt = clock.now();
  await book.write(endingOf(asked, { endedAt, outcome, effect }));
  const { id, stationId, name, input, why, askedBy, askedAt } = asked;
  return {
    id,
    stationId,
    name,
    input,
    why,
    askedBy,
    askedAt: askedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    outcome,
    effect,
    lateAnswer: null,
  };
}

function readAsk({ name, input }: Ask): { name: CommandName; input: InputOf<CommandName> } {
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

function toAsked({ clock, hashToken, nodeId }: CommandNeeds, ask: Ask): AskedRow {
  const { stationId, name, why = null } = ask;
  const askedAt = clock.now();
  const input = redactInput(withoutSecrets(ask.input), hashToken) as Record<string, unknown>;
  const requestId = randomInt(1, 2 ** 31 - 1);
  return {
    id: uuidv7(askedAt),
    stationId,
    name,
    input,
    why,
    askedBy: actorName(ask.actor),
    askedAt,
    requestId,
    nodeId,
  };
}

function askedEvent({ id, stationId, name, askedAt, askedBy, why }: AskedRow) {
  return {
    kind: 'command-asked',
    stationId,
    key: `command-asked:${id}`,
    happenedAt: askedAt,
    principal: askedBy,
    body: { commandId: id, name, why },
  };
}

type Ending = { endedAt: Date; outcome: Outcome; effect: Effect | null };

/** The database was away: whoever asked was told so, and nothing was sent. */
function notAsked(endedAt: Date): Ending {
  const reason = 'the database was away when it was asked';
  return { endedAt, effect: null, outcome: { status: 'not-sent', code: null, reason, answer: {}, losses: [] } };
}

function endingOf({ id, stationId, name, askedBy }: AskedRow, { endedAt, outcome, effect }: Ending): Entry {
  return {
    events: [
      {
        kind: 'command-ended',
        stationId,
        key: `command-ended:${id}`,
        happenedAt: endedAt,
        principal: askedBy,
        body: { commandId: id, name, ...outcome },
      },
    ],
    writes: [write(endedCommands, { id, endedAt, outcome, effect })],
  };
}

function auditOf({ actor, stationId, name }: Ask, { id, askedBy, why }: AskedRow): AuditEntry {
  return {
    principal: askedBy,
    door: actor.door,
    action: `command:${name}`,
    subject: stationId,
    outcome: 'done',
    details: { commandId: id, why },
  };
}

/** A command that cannot be put into words is an outcome too: it is in the books already, and must not stay open for ever. */
async function sendOrSay(send: (requestId: number) => Promise<Outcome>, requestId: number): Promise<Outcome> {
  try {
    return await send(requestId);
  } catch (thrown) {
    return { status: 'not-sent', code: null, reason: asError(thrown).message, answer: {}, losses: [] };
  }
}

/** The books are read from a little before the command, so nothing counts before its own entry has come by. */
async function waitForEffect(
  { ledger }: CommandNeeds,
  {
    stationId,
    effects,
    waitForEffectSeconds = 0,
    commandId,
    requestId,
  }: Carried & { commandId: string; requestId: number },
  since: string,
): Promise<Effect | null> {
  if (effects.length === 0) return null;
  const signal = AbortSignal.timeout(waitForEffectSeconds * 1000);
  let isAfterCommand = false;
  for await (const { id, kind, body, happenedAt, ...event } of ledger.follow({ since, signal })) {
    if (kind === 'command-asked' && body['commandId'] === commandId) isAfterCommand = true;
    else if (isAfterCommand && event.stationId === stationId && effects.includes(kind) && isOf(requestId, body))
      return { kind, eventId: id, at: happenedAt };
  }
  return null;
}

/** What names the request it belongs to, such as a report, is the effect of that request alone. */
function isOf(requestId: number, body: Record<string, unknown>): boolean {
  return body['requestId'] === undefined || body['requestId'] === requestId;
}
