import { present } from '#base/present.ts';
import { transactionIdOf } from '#charging/sessions/record/session-event.ts';
import { accepted, byStatus, lossOf, type Translator } from '../../command.ts';
import { type Lacks, lacks201 } from '../../shared/charging-profiles/losses.ts';
import { profileForStart } from '../../shared/charging-profiles/start-profile.ts';
import { writeProfile } from '../../shared/charging-profiles/write-profile.ts';
import { runningSessionRef, sessionRef, tokenFor } from '../../shared/session-orders.ts';
import { wireToken } from '../id-token.ts';
import type { Messages } from '../messages.generated.ts';

type Profile = Messages['SetChargingProfile']['request']['chargingProfile'];

/** `hasLimits`: the station asks for them with the first event of the session (F07). */
export const startSessionWith =
  ({ lacks, hasLimits }: { lacks: Lacks; hasLimits: boolean }): Translator<Messages, 'start-session'> =>
  async (input, context) => {
    const { stationId, requestId: remoteStartId, charging } = context;
    const start = profileForStart(input, remoteStartId, lacks);
    if ('unsayable' in start) return start.unsayable;
    const { said: profile } = start;
    const lost = {
      connectorId: 'RequestStartTransaction names an EVSE, not a connector',
      ...(!hasLimits && { limits: 'Limits of a session came with OCPP 2.1' }),
    };
    const losses = [...start.losses, ...lossOf(input, lost)];
    const token = await tokenFor(input, context);
    // Before the start: the session's first event may be faster than the answer to it.
    if (hasLimits && input.limits !== undefined)
      await charging.sessionLimits.ask({ stationId, remoteStartId, limits: input.limits });
    const response = await context.call('RequestStartTransaction', {
      idToken: wireToken(hasLimits || token.type !== 'direct-payment' ? token : { ...token, type: 'central' }), // that type came with 2.1
      remoteStartId,
      ...present({ evseId: input.evseId, chargingProfile: profile && (writeProfile(profile) as Profile) }),
    });
    if (response.status === 'Accepted' && profile !== undefined)
      await charging.chargingProfiles.recordSet({ stationId, profile, replacesSameLevel: false });
    return byStatus(response, ['Accepted'], { losses, answer: { remoteStartId, ref: response.transactionId ?? null } });
  };
export const startSession = startSessionWith({ lacks: lacks201, hasLimits: false });

export const stopSession: Translator<Messages, 'stop-session'> = async ({ sessionId }, context) => {
  const transactionId = transactionIdOf(await runningSessionRef(sessionId, context));
  return byStatus(await context.call('RequestStopTransaction', { transactionId }));
};

/** E14: does it go on, and is something still waiting to be delivered? */
export const getSessionStatus: Translator<Messages, 'get-session-status'> = async ({ sessionId }, context) => {
  const of = sessionId === undefined ? {} : { transactionId: transactionIdOf(await sessionRef(sessionId, context)) };
  const { ongoingIndicator, messagesInQueue } = await context.call('GetTransactionStatus', of);
  return accepted({ answer: { isOngoing: ongoingIndicator ?? null, hasQueuedMessages: messagesInQueue } });
};
