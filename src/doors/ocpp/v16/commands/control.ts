import { byStatus, lossOf, NotAnswered, type Translator, unsaid } from '../../command.ts';
import type { Messages } from '../messages.generated.ts';
import { callPlugAndCharge } from '../plug-and-charge.ts';

/** B11, B12: 1.6 restarts the whole station, and waits for no driver: Soft ends the sessions properly first (§5.14). */
export const reset: Translator<Messages, 'reset'> = async (input, { call, charging, stationId }) => {
  const { sessions } = await charging.sessions.find({ stationId, state: 'running', limit: 1 });
  const { status } = await call('Reset', { type: input.when === 'now' ? 'Hard' : 'Soft' });
  const losses = lossOf(input, { evseId: 'Reset of OCPP 1.6 has no EVSE: the whole station restarts' });
  if (input.when === 'resume') losses.push({ field: 'when', why: 'OCPP 1.6 cannot resume a session after a reset' });
  if (input.when === 'idle' && sessions.length > 0)
    losses.push({ field: 'when', why: 'Reset of OCPP 1.6 has no OnIdle: sessions that run are ended first' });
  return byStatus({ status }, ['Accepted'], { losses, answer: { isScheduled: false } });
};

/** Another connector than the one that was meant must not open. */
const oneConnector = 'OCPP 1.6 knows one connector per EVSE, with the number 1';

export const unlock: Translator<Messages, 'unlock'> = async ({ evseId, connectorId }, { call }) => {
  if (connectorId !== 1) return unsaid('connectorId', oneConnector);
  const { status } = await call('UnlockConnector', { connectorId: evseId });
  return byStatus({ status }, ['Unlocked']);
};

export const setAvailability: Translator<Messages, 'set-availability'> = async (
  { isOperative, evseId = 0, connectorId = 1 },
  { call },
) => {
  if (connectorId !== 1) return unsaid('connectorId', oneConnector);
  const { status } = await call('ChangeAvailability', {
    connectorId: evseId,
    type: isOperative ? 'Operative' : 'Inoperative',
  });
  return byStatus({ status }, ['Accepted', 'Scheduled'], { answer: { isScheduled: status === 'Scheduled' } });
};

/** Messages of the core specification, and of the security extension, which has a trigger of its own. */
const triggers = {
  boot: 'BootNotification',
  heartbeat: 'Heartbeat',
  status: 'StatusNotification',
  'meter-values': 'MeterValues',
  'firmware-status': 'FirmwareStatusNotification',
} as const;
const extendedTriggers = {
  'log-status': 'LogStatusNotification',
  'sign-station-certificate': 'SignChargePointCertificate',
} as const;

export const trigger: Translator<Messages, 'trigger'> = async ({ message, evseId }, { call }) => {
  const place = evseId === undefined ? {} : { connectorId: evseId };
  if (message in triggers) {
    const requestedMessage = triggers[message as keyof typeof triggers];
    return byStatus(await call('TriggerMessage', { requestedMessage, ...place }));
  }
  // Certificates for vehicles: as OCA's note on Plug & Charge says.
  if (message === 'sign-v2g-certificate')
    return byStatus(await callPlugAndCharge(call, 'TriggerMessage', { requestedMessage: 'SignV2GCertificate' }));
  if (!(message in extendedTriggers)) return unsaid('message', `OCPP 1.6 cannot trigger ${message}`);
  const requestedMessage = extendedTriggers[message as keyof typeof extendedTriggers];
  try {
    return byStatus(await call('ExtendedTriggerMessage', { requestedMessage, ...place }));
  } catch (error) {
    // Without the security extension a station tells of its diagnostics instead.
    if (message !== 'log-status' || !isUnknownMessage(error)) throw error;
    return byStatus(await call('TriggerMessage', { requestedMessage: 'DiagnosticsStatusNotification' }));
  }
};

function isUnknownMessage(error: unknown): boolean {
  return error instanceof NotAnswered && ['NotImplemented', 'NotSupported'].includes(error.outcome.code ?? '');
}
