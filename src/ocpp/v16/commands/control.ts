import { accepted, byStatus, lossOf, type Translator } from '../../command.ts';
import type { Messages } from '../messages.generated.ts';

/** B11, B12: 1.6 restarts the whole station; Soft lets sessions end properly first. */
export const reset: Translator<Messages, 'reset'> = async (input, { call }) => {
  const { status } = await call('Reset', { type: input.when === 'now' ? 'Hard' : 'Soft' });
  const losses = lossOf(input, { evseId: 'Reset of OCPP 1.6 has no EVSE: the whole station restarts' });
  if (input.when === 'resume') losses.push({ field: 'when', why: 'OCPP 1.6 cannot resume a session after a reset' });
  return byStatus({ status }, ['Accepted'], { losses, answer: { isScheduled: false } });
};

export const unlock: Translator<Messages, 'unlock'> = async ({ evseId }, { call }) => {
  const { status } = await call('UnlockConnector', { connectorId: evseId });
  return byStatus({ status }, ['Unlocked']);
};

export const setAvailability: Translator<Messages, 'set-availability'> = async (
  { isOperative, evseId = 0 },
  { call },
) => {
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
  if (message in extendedTriggers) {
    const requestedMessage = extendedTriggers[message as keyof typeof extendedTriggers];
    return byStatus(await call('ExtendedTriggerMessage', { requestedMessage, ...place }));
  }
  return { ...accepted(), status: 'not-sent', reason: `OCPP 1.6 cannot trigger ${message}.` };
};
