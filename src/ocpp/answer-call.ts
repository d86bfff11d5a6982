import type { Charging } from '#charging/charging.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Fault } from './rpc/error-codes.ts';
import type { Frame } from './rpc/frame.ts';
import type { Version } from './version.ts';

export type IncomingCall = Extract<Frame, { type: 'call' | 'send' }>;

export type AnswerNeeds = { charging: Charging; ledger: Ledger; redactTokens(frame: string): string };

/** The station as far as answering it goes. */
export type Caller = { stationId: string; version: Version; isKnocking: boolean };

export type Refusal = { fault: Fault; description: string };
export type Answer = { status: 'answered'; payload: unknown } | ({ status: 'refused' } & Refusal);

/** Validates a call, hands it to its handler and validates our answer. Throws only for reasons of ours. */
export async function answerCall(
  needs: AnswerNeeds,
  caller: Caller,
  received: { call: IncomingCall; text: string; at: Date },
): Promise<Answer> {
  const { call, text, at } = received;
  const { version, stationId } = caller;
  const refusal = refusalOf(caller, call);
  if (refusal !== undefined) {
    if (version.transactionActions.has(call.action)) await keepRefused(needs, caller, { call, text, at, refusal });
    return { status: 'refused', ...refusal };
  }
  const handler = version.handlers.get(call.action);
  if (handler === undefined) throw new Error(`${call.action} was taken without a handler.`);
  const payload = await handler(call.payload as never, {
    stationId,
    version: version.name,
    charging: needs.charging,
    receivedAt: at,
  });
  const violation = version.validator.check(`${call.action}Response`, payload);
  if (violation !== undefined)
    throw new Error(`Our answer to ${call.action} does not fit its schema: ${violation.field} ${violation.reason}.`);
  return { status: 'answered', payload };
}

/** Takes a message that wants no answer (2.1 SEND). Returns whether it was taken. */
export async function takeSend(
  needs: AnswerNeeds,
  caller: Caller,
  received: { call: IncomingCall; at: Date },
): Promise<boolean> {
  const { call, at } = received;
  const { version, stationId } = caller;
  const handler = version.handlers.get(call.action);
  if (!version.hasSend || handler === undefined || refusalOf(caller, call) !== undefined) return false;
  await handler(call.payload as never, { stationId, version: version.name, charging: needs.charging, receivedAt: at });
  return true;
}

/** Why a message is not taken, or undefined when it is. */
function refusalOf({ version, isKnocking }: Caller, { type, action, payload }: IncomingCall): Refusal | undefined {
  const { validator, handlers, transactionActions } = version;
  // A message that is never answered has no request and response, so its schema bears its bare name.
  const schema = type === 'send' ? action : `${action}Request`;
  if (!validator.has(schema)) {
    return { fault: 'not-implemented', description: `OCPP ${version.name} has no message of this name.` };
  }
  if (!handlers.has(action) && !transactionActions.has(action)) {
    return { fault: 'not-supported', description: `${action} is not a message we take.` };
  }
  if (isKnocking && action !== 'BootNotification') {
    return {
      fault: 'security',
      description: 'This station has not been accepted yet; send BootNotification until it is.',
    };
  }
  const violation = validator.check(schema, payload);
  if (violation !== undefined)
    return { fault: violation.fault, description: `"${violation.field}" ${violation.reason}` };
  return handlers.has(action) ? undefined : { fault: 'not-implemented', description: `${action} is not implemented.` };
}

/** A message that carries energy is refused only after it is kept: a person can adopt it later. */
async function keepRefused(
  { ledger, redactTokens }: AnswerNeeds,
  { stationId, isKnocking }: Caller,
  { call, text, at, refusal }: { call: IncomingCall; text: string; at: Date; refusal: Refusal },
): Promise<void> {
  await ledger.commit({
    events: [
      {
        kind: 'message-refused',
        stationId,
        happenedAt: at,
        flags: [isKnocking ? 'not-accepted' : 'invalid'],
        body: { action: call.action, fault: refusal.fault, frame: redactTokens(text) },
      },
    ],
    whenRefused: 'set-aside',
  });
}
