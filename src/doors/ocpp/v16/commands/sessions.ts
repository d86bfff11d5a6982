import { present } from '#base/present.ts';
import { byStatus, lossOf, type Translator } from '../../command.ts';
import { lacks16 } from '../../shared/charging-profiles/losses.ts';
import { profileForStart } from '../../shared/charging-profiles/start-profile.ts';
import { writeProfile16 } from '../../shared/charging-profiles/write-profile16.ts';
import { runningSessionRef, tokenFor } from '../../shared/session-orders.ts';
import type { Messages } from '../messages.generated.ts';

const lost = {
  limits: 'Limits of a session came with OCPP 2.1',
  connectorId: 'OCPP 1.6 knows one connector per EVSE',
};

/** F01, F02: 1.6 counts connectors, not EVSEs, and gives no number back. */
export const startSession: Translator<Messages, 'start-session'> = async (input, context) => {
  const { stationId, requestId, charging } = context;
  const start = profileForStart(input, requestId, lacks16);
  if ('unsayable' in start) return start.unsayable;
  const { said: profile } = start;
  const losses = [...start.losses, ...lossOf(input, lost)];
  const { value } = await tokenFor(input, context);
  const { status } = await context.call(
    'RemoteStartTransaction',
    present({ idTag: value, connectorId: input.evseId, chargingProfile: profile && writeProfile16(profile) }),
  );
  if (status === 'Accepted' && profile !== undefined)
    await charging.chargingProfiles.recordSet({ stationId, profile, replacesSameLevel: true });
  return byStatus({ status }, ['Accepted'], { losses, answer: { remoteStartId: requestId, ref: null } });
};

export const stopSession: Translator<Messages, 'stop-session'> = async ({ sessionId }, context) => {
  const ref = await runningSessionRef(sessionId, context);
  return byStatus(await context.call('RemoteStopTransaction', { transactionId: Number(ref) }));
};
