import { transactionIdOf } from '#charging/sessions/record/session-event.ts';
import { accepted, byStatus, rejected, sharedWith, type Translator } from '../../command.ts';
import { lacks21 } from '../../shared/charging-profiles/losses.ts';
import { setChargingProfile as setProfile } from '../../shared/charging-profiles/set-profile.ts';
import { wireTransfer } from '../../shared/charging-profiles/wire-words.ts';
import { writeProfile, writeRates } from '../../shared/charging-profiles/write-profile.ts';
import { sessionRef } from '../../shared/session-orders.ts';
import { clearChargingProfilesWith, getChargingProfilesWith } from '../../v201/commands/charging-profiles.ts';
import type { Messages } from '../messages.generated.ts';

export const setChargingProfile: Translator<Messages, 'set-charging-profile'> = (input, context) =>
  setProfile(input, context, {
    lacks: lacks21,
    replacesSameLevel: false,
    send: (profile) =>
      context.call('SetChargingProfile', { evseId: profile.evseId, chargingProfile: writeProfile(profile) }),
  });

/** Said as in 2.0.1, with the purposes that 2.1 has more. */
export const { 'clear-charging-profiles': clearChargingProfiles, 'get-charging-profiles': getChargingProfiles } =
  sharedWith<Messages>({
    'clear-charging-profiles': clearChargingProfilesWith(lacks21),
    'get-charging-profiles': getChargingProfilesWith(lacks21),
  });

/** K28, Q04: new values for a profile that has one period, pushed now or kept until the station pulls them. */
export const updateDynamicSchedule: Translator<Messages, 'update-dynamic-schedule'> = async (
  { chargingProfileId, delivery, ...rates },
  { call, charging, stationId },
) => {
  if ((await charging.chargingProfiles.findDynamic(stationId, chargingProfileId)) === undefined) {
    const reason = `The station holds no dynamic charging profile ${chargingProfileId}; set one with set-charging-profile first.`;
    return { ...rejected('', { reason }), status: 'not-sent', code: null };
  }
  if (delivery === 'pull') {
    await charging.chargingProfiles.recordUpdate({ stationId, chargingProfileId, rates });
    return accepted({ reason: 'Kept until the station asks for it.' });
  }
  const scheduleUpdate = writeRates(rates);
  const response = await call('UpdateDynamicSchedule', { chargingProfileId, scheduleUpdate });
  if (response.status === 'Accepted')
    await charging.chargingProfiles.recordUpdate({ stationId, chargingProfileId, rates });
  return byStatus(response);
};

/** K21: NoProfile means that the session has no priority profile to follow. */
export const usePriorityCharging: Translator<Messages, 'use-priority-charging'> = async (
  { sessionId, isActive },
  context,
) => {
  const ref = await sessionRef(sessionId, context);
  const response = await context.call('UsePriorityCharging', {
    transactionId: transactionIdOf(ref),
    activate: isActive,
  });
  if (response.status === 'Accepted') {
    const change = { stationId: context.stationId, sessionRef: ref, isActive };
    await context.charging.chargingProfiles.recordPriority({ ...change, changedAt: new Date(), changedBy: 'csms' });
  }
  return byStatus(response);
};

/** Q02: a session that began by charging only may feed back from now on. */
export const allowEnergyTransfer: Translator<Messages, 'allow-energy-transfer'> = async (
  { sessionId, transfers },
  context,
) => {
  const ref = await sessionRef(sessionId, context);
  const response = await context.call('NotifyAllowedEnergyTransfer', {
    transactionId: transactionIdOf(ref),
    allowedEnergyTransfer: transfers.map((transfer) => wireTransfer[transfer]),
  });
  if (response.status === 'Accepted')
    await context.charging.chargingProfiles.recordAllowed({ stationId: context.stationId, sessionRef: ref, transfers });
  return byStatus(response);
};

export const sendAfrrSignal: Translator<Messages, 'send-afrr-signal'> = async (
  { signal, at },
  { call, charging, stationId },
) => {
  const response = await call('AFRRSignal', { timestamp: at, signal });
  if (response.status === 'Accepted')
    await charging.chargingProfiles.recordAfrrSignal({ stationId, signal, at: new Date(at) });
  return byStatus(response);
};
