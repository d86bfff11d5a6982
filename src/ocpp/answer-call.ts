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
  if (handler === undefined)
    return { status: 'refused', fault: 'not-implemented', description: `${call.action} is not implemented.` };
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

/** Why a call is not taken, or undefined when it is. */
export function refusalOf({ version, isKnocking }: Caller, { action, payload }: IncomingCall): Refusal | undefined {
  const { validator, handlers, transactionActions } = version;
  if (!validator.has(`${action}Request`)) {
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
  const violation = validator.check(`${action}Request`, payload);
  return violation && { fault: violation.fault, description: `"${violation.field}" ${violation.reason}` };
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
