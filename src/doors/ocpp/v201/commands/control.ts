import { byStatus, type Translator, unsaid } from '../../command.ts';
import type { Messages } from '../messages.generated.ts';

export const reset: Translator<Messages, 'reset'> = async ({ when, evseId }, { call }) => {
  const losses = when === 'resume' ? [{ field: 'when', why: 'OCPP 2.0.1 cannot resume a session after a reset' }] : [];
  const response = await call('Reset', { type: when === 'idle' ? 'OnIdle' : 'Immediate', ...(evseId && { evseId }) });
  return byStatus(response, ['Accepted', 'Scheduled'], {
    losses,
    answer: { isScheduled: response.status === 'Scheduled' },
  });
};

export const unlock: Translator<Messages, 'unlock'> = async ({ evseId, connectorId }, { call }) =>
  byStatus(await call('UnlockConnector', { evseId, connectorId }), ['Unlocked']);

export const setAvailability: Translator<Messages, 'set-availability'> = async (
  { isOperative, evseId, connectorId },
  { call },
) => {
  const place = evseId === undefined ? {} : { evse: { id: evseId, ...(connectorId && { connectorId }) } };
  const response = await call('ChangeAvailability', {
    operationalStatus: isOperative ? 'Operative' : 'Inoperative',
    ...place,
  });
  return byStatus(response, ['Accepted', 'Scheduled'], { answer: { isScheduled: response.status === 'Scheduled' } });
};

/** 2.1 knows these too. */
export const triggers = {
  boot: 'BootNotification',
  heartbeat: 'Heartbeat',
  status: 'StatusNotification',
  'meter-values': 'MeterValues',
  session: 'TransactionEvent',
  'firmware-status': 'FirmwareStatusNotification',
  'log-status': 'LogStatusNotification',
  'sign-station-certificate': 'SignChargingStationCertificate',
  'sign-v2g-certificate': 'SignV2GCertificate',
  'sign-combined-certificate': 'SignCombinedCertificate',
  'publish-firmware-status': 'PublishFirmwareStatusNotification',
} as const;

export const trigger: Translator<Messages, 'trigger'> = async ({ message, evseId, connectorId }, { call }) => {
  if (!(message in triggers)) return unsaid('message', `OCPP 2.0.1 cannot trigger ${message}`);
  const requestedMessage = triggers[message as keyof typeof triggers];
  const place = evseId === undefined ? {} : { evse: { id: evseId, ...(connectorId && { connectorId }) } };
  return byStatus(await call('TriggerMessage', { requestedMessage, ...place }));
};
