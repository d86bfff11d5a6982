import { asError } from '#base/errors.ts';
import type { Message } from '#contract/stations/message.ts';
import type { MappedIds } from './mapped-ids.ts';
import { parsedFrame, tokensAgain } from './recorded-frame.ts';

export type Ask = { input: Record<string, unknown>; why?: string };

/** The instance that is replayed into, as far as a replay has to ask it. */
export type Instance = {
  isOnline(stationId: string): Promise<boolean>;
  /** Whether its recorder holds a message of this id. */
  hasRecorded(stationId: string, messageId: string): Promise<boolean>;
  runCommand(stationId: string, name: string, ask: Ask): Promise<unknown>;
  runRaw(stationId: string, action: string, ask: { payload: Record<string, unknown>; why?: string }): Promise<unknown>;
  /** By the name that the station has for it. */
  sessionIdOf(stationId: string, ref: string): Promise<string | undefined>;
};

type Needs = { instance: Instance; ids: MappedIds; trace: readonly Message[] };

export type AskedAgain = {
  /** Resolves with the reason if it could not be asked, and never otherwise. */
  failed: Promise<string>;
  /** Resolves when its outcome is written down, as far as the call is the last one that it needs. */
  ended(call: Message): Promise<unknown>;
};

/** What people and programs asked of stations, asked again with the first call that came of it. */
export function askAgain({ instance, ids, trace }: Needs): (call: Message) => AskedAgain | undefined {
  const running = new Map<string, AskedAgain>();
  const calls = trace.filter(({ command }) => command !== null);
  const lastCallOf = new Map(calls.map(({ id, command }) => [command?.id, id]));
  const unanswered = new Set(calls.filter(({ outcome }) => outcome === 'no-answer').map(({ command }) => command?.id));

  return (call) => {
    const { command } = call;
    if (command === null || command.askedBy === 'system') return undefined; // that comes by itself
    const known = running.get(command.id);
    if (known !== undefined) return known;
    const asking = run(call);
    const asked: AskedAgain = {
      failed: new Promise((resolve) => void asking.catch((error: unknown) => resolve(asError(error).message))),
      // One that the station did not answer ends by itself, some time.
      ended: async ({ id }) => (lastCallOf.get(command.id) === id && !unanswered.has(command.id) ? asking : undefined),
    };
    running.set(command.id, asked);
    return asked;
  };

  async function run(call: Message): Promise<unknown> {
    const { stationId, command } = call;
    if (command === null) return undefined;
    const why = command.why === null ? {} : { why: command.why };
    const input = await inputAgain(call, command.input);
    if (command.name !== 'raw') return instance.runCommand(stationId, command.name, { input, ...why });
    const { action, payload } = input as { action: string; payload: Record<string, unknown> };
    return instance.runRaw(stationId, action, { payload, ...why });
  }

  /** With the tokens and ids of this instance. A session is known there by another id, but by the station's own name. */
  async function inputAgain(call: Message, input: Record<string, unknown>): Promise<Record<string, unknown>> {
    const mapped = ids.map(JSON.parse(tokensAgain(JSON.stringify(input))) as Record<string, unknown>);
    if (typeof mapped['sessionId'] !== 'string') return mapped;
    const ref = refIn(ids.map(parsedFrame(call.request)?.[3]));
    const sessionId = ref === undefined ? undefined : await instance.sessionIdOf(call.stationId, ref);
    return sessionId === undefined ? mapped : { ...mapped, sessionId };
  }
}

/** The transaction that a call is about, however deep it names it. */
function refIn(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { transactionId } = payload as { transactionId?: string | number };
  if (transactionId !== undefined) return String(transactionId);
  return Object.values(payload)
    .map(refIn)
    .find((ref) => ref !== undefined);
}
