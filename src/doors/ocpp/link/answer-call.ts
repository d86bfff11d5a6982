import { setImmediate as nextTurn } from 'node:timers/promises';
import { SigecError } from '#base/errors.ts';
import type { TokenBucket } from '#base/token-bucket.ts';
import type { Charging } from '#charging/open-charging.ts';
import { withoutCardNumbers } from '#ledger/frames/card-numbers.ts';
import type { Ledger, NewEvent } from '#ledger/ledger-types.ts';
import { keptText, type UnadoptedBudget } from '#ledger/unadopted.ts';
import { noBootAfterReconnect } from '../quirks/rules/conduct.ts';
import { unreadableSample } from '../quirks/rules/sessions.ts';
import { findOddValue, oddValueRead, tolerate } from '../quirks/tolerate.ts';
import { boundReadings } from '../shared/bound-readings.ts';
import type { Version } from '../version.ts';
import type { Fault } from './rpc/error-codes.ts';
import type { Frame } from './rpc/frame.ts';

export type IncomingCall = Extract<Frame, { type: 'call' | 'send' }>;

export type AnswerNeeds = {
  charging: Charging;
  ledger: Ledger;
  redactTokens(frame: string): string;
  /** Characters that stations nobody has accepted may still put into the ledger, all of them together. */
  strangers: TokenBucket;
  unadopted: UnadoptedBudget;
};

export type Caller = {
  stationId: string;
  version: Version;
  isPending: boolean;
  hasBooted: boolean;
};

/** `isAltered`: characters that no table holds were replaced in the call; the text is as it came. */
export type ReceivedCall = { call: IncomingCall; text: string; at: Date; isAltered: boolean };

export type Refusal = { fault: Fault; description: string };
/** `unreadable`: readings that are no numbers, and were left out so that the rest could be taken. */
type ReadPayload = { payload: unknown; unreadable: number } | { refusal: Refusal };
export type Answer =
  | { status: 'answered'; payload: unknown; leftOutReadings: number }
  | ({ status: 'refused' } & Refusal);

/** Between the steps of a message that is as long as this, everybody else gets a turn: each step takes milliseconds. */
const longText = 64 * 1024;

/** Validates a call, hands it to its handler and validates our answer. Throws only for reasons of ours. */
export async function answerCall(needs: AnswerNeeds, caller: Caller, received: ReceivedCall): Promise<Answer> {
  const { call, text, at } = received;
  const { version, stationId } = caller;
  if (text.length > longText) await nextTurn();
  const taken = await take(needs, caller, received);
  if ('refusal' in taken) {
    const { refusal } = taken;
    if (version.transactionActions.has(call.action))
      await keepRefused(needs, caller, { action: call.action, text, at, fault: refusal.fault });
    return { status: 'refused', ...refusal };
  }
  const handler = version.handlers.get(call.action);
  if (handler === undefined) throw new Error(`${call.action} was taken without a handler.`);
  if (text.length > longText) await nextTurn();
  const { payload: bound, leftOut } = boundReadings(taken.payload);
  // No card number reaches anything that could keep it.
  const payload = await handler(withoutCardNumbers(bound, text) as never, {
    stationId,
    version: version.name,
    charging: needs.charging,
    receivedAt: at,
    leftOutReadings: leftOut + taken.unreadable,
  });
  const violation = version.validator.check(`${call.action}Response`, payload);
  if (violation !== undefined)
    throw new Error(`Our answer to ${call.action} does not fit its schema: ${violation.field} ${violation.reason}.`);
  return { status: 'answered', payload, leftOutReadings: leftOut };
}

/** Takes a message that wants no answer (2.1 SEND). Returns whether it was taken. */
export async function takeSend(needs: AnswerNeeds, caller: Caller, received: ReceivedCall): Promise<boolean> {
  const { call, text, at } = received;
  const { version, stationId } = caller;
  const handler = version.handlers.get(call.action);
  if (!version.hasSend || handler === undefined) return false;
  const taken = await take(needs, caller, received);
  if ('refusal' in taken) return false;
  await handler(withoutCardNumbers(taken.payload, text) as never, {
    stationId,
    version: version.name,
    charging: needs.charging,
    receivedAt: at,
    leftOutReadings: taken.unreadable,
  });
  return true;
}

/** The payload as its handler gets it; one that was altered is first kept as it came, unless it is but a drop of a stream. */
async function take(needs: AnswerNeeds, caller: Caller, received: ReceivedCall): Promise<ReadPayload> {
  const taken = await fitted(needs, caller, received);
  const { stationId, isPending } = caller;
  const { call, text, at, isAltered } = received;
  if ('payload' in taken && isAltered && !isPending && call.type === 'call')
    await keepOriginal(needs, { stationId, action: call.action, text, at });
  return taken;
}

/** As it came when it fits its schema, put right when a rule can, or why it is refused. */
async function fitted(needs: AnswerNeeds, caller: Caller, { call, at }: ReceivedCall): Promise<ReadPayload> {
  const refusal = refusalOf(needs, caller, call);
  if (refusal !== undefined) return { refusal };
  const { version, stationId } = caller;
  const { action, payload } = call;
  const schema = schemaOf(call);
  const violation = version.validator.check(schema, payload);
  if (violation === undefined) return takeValid(needs, caller, { call, at });
  const broken = { version, schema, action, isAnswer: false, payload, receivedAt: at };
  const tolerated = tolerate(needs, stationId, broken);
  if (tolerated === undefined)
    return { refusal: { fault: violation.fault, description: `"${violation.field}" ${violation.reason}` } };
  if (!caller.isPending) await needs.charging.quirks.recordRepairs(stationId, tolerated.repairs, at);
  const unreadable = tolerated.repairs.filter(({ rule }) => rule === unreadableSample.id).length;
  return { payload: tolerated.payload, unreadable };
}

/** A payload that fits its schema is never altered; a value that makes no sense is noted, or refused where nobody wants it. */
async function takeValid(
  needs: AnswerNeeds,
  { stationId, version, isPending }: Caller,
  { call: { action, payload }, at }: { call: IncomingCall; at: Date },
): Promise<ReadPayload> {
  const odd = findOddValue(version.name, action, payload);
  if (odd === undefined) return { payload, unreadable: 0 };
  const { quirks } = needs.charging;
  if (!quirks.isOn(stationId, odd.rule.id))
    return { refusal: { fault: 'property', description: `"${odd.field}" makes no sense (${odd.rule.id})` } };
  if (!isPending) await quirks.recordRepairs(stationId, [oddValueRead(needs, action, odd)], at);
  return { payload, unreadable: 0 };
}

/** A message that is never answered has no request and response, so its schema bears its bare name. */
function schemaOf({ type, action }: IncomingCall): string {
  return type === 'send' ? action : `${action}Request`;
}

/** Why a message is not taken whatever it says, or undefined when it may be. */
function refusalOf(needs: AnswerNeeds, caller: Caller, call: IncomingCall): Refusal | undefined {
  const { validator, handlers, name } = caller.version;
  const { action } = call;
  if (!validator.has(schemaOf(call))) {
    return { fault: 'not-implemented', description: `OCPP ${name} has no message of this name.` };
  }
  if (!handlers.has(action)) return { fault: 'not-supported', description: `${action} is not a message we take.` };
  if (action === 'BootNotification') return undefined;
  if (caller.isPending) {
    return {
      fault: 'security',
      description: 'This station has not been accepted yet; send BootNotification until it is.',
    };
  }
  if (caller.hasBooted || needs.charging.quirks.isOn(caller.stationId, noBootAfterReconnect.id)) return undefined;
  return { fault: 'security', description: 'Send BootNotification first on every connection.' };
}

/** A message that carries energy is refused only after it is kept: a person can adopt it later. */
export async function keepRefused(
  { ledger, redactTokens, strangers, unadopted }: AnswerNeeds,
  { stationId, isPending }: Pick<Caller, 'stationId' | 'isPending'>,
  { action, text, at, fault }: { action: string; text: string; at: Date; fault: Fault },
): Promise<void> {
  if (isPending && !strangers.take(text.length)) {
    throw new SigecError('TOO_MANY_REQUESTS', 'Stations that are not accepted have sent too much in this hour.');
  }
  const isUnhandled = fault === 'not-implemented' || fault === 'not-supported';
  const flag = isPending ? 'not-accepted' : isUnhandled ? 'not-implemented' : 'invalid';
  const frame = redactTokens(text);
  const key = `refused:${keptText(contentOf(frame)).sha256}`; // a retry has the same content under another message id
  const kept = keptText(frame);
  const decision = unadopted.decide(stationId, key, kept);
  if (decision === 'omit') return;
  const { sha256, bytes } = kept;
  const about = { kind: 'message-refused' as const, stationId, happenedAt: at };
  const event: NewEvent =
    decision === 'keep'
      ? { ...about, key, flags: [flag], body: { action, fault, frame: kept.text, sha256, bytes } }
      : { ...about, flags: [flag, 'over-budget'], body: { action, fault, bytes, ...decision.notice } };
  await ledger.commit({ events: [event], whenRefused: 'set-aside' });
}

/** The frame without its type and message id, which stand first. */
function contentOf(text: string): string {
  return text.replace(/^\s*\[\s*\d+\s*,\s*"[^"]{0,100}"\s*,/, '');
}

type Needs = { ledger: Ledger; redactTokens(frame: string): string; unadopted: UnadoptedBudget };
type Altered = { stationId: string; action: string; text: string; at: Date };

/**
 * A message whose texts hold what no table holds goes on with those characters replaced, so that its energy is in the books; what the station
 * really sent is kept before it. The frame spells them as escapes, which a table takes. The same frame is kept once.
 */
async function keepOriginal(
  { ledger, redactTokens, unadopted }: Needs,
  { stationId, action, text, at }: Altered,
): Promise<void> {
  const kept = keptText(redactTokens(text));
  const { sha256, bytes } = kept;
  const key = `text-replaced:${sha256}`;
  const decision = unadopted.decide(stationId, key, kept);
  if (decision === 'omit') return;
  const about = { kind: 'text-replaced' as const, stationId, happenedAt: at };
  const event: NewEvent =
    decision === 'keep'
      ? { ...about, key, flags: ['text-replaced'], body: { action, frame: kept.text, sha256, bytes } }
      : { ...about, flags: ['text-replaced', 'over-budget'], body: { action, bytes, ...decision.notice } };
  await ledger.commit({ events: [event], whenRefused: 'set-aside' });
}
