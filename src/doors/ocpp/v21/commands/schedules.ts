import { transactionIdOf } from '#charging/sessions/record/session-name.ts';
import { accepted, byStatus, rejected, sharedWith, type Translator } from '../../command.ts';
import { lacks21 } from '../../shared/schedules/losses.ts';
import { setSchedule as setAnySchedule } from '../../shared/schedules/set-schedule.ts';
import { wireTransfer } from '../../shared/schedules/wire-words.ts';
import { writeProfile, writeRates } from '../../shared/schedules/write-schedule.ts';
import { sessionRef } from '../../shared/session-orders.ts';
import { clearSchedulesWith, getSchedulesWith } from '../../v201/commands/schedules.ts';
import type { Messages } from '../messages.generated.ts';

export const setSchedule: Translator<Messages, 'set-schedule'> = (input, context) =>
  setAnySchedule(input, context, {
    lacks: lacks21,
    replacesSameLevel: false,
    send: (schedule) =>
      context.call('SetChargingProfile', { evseId: schedule.evseId, chargingProfile: writeProfile(schedule) }),
  });

/** Said as in 2.0.1, with the purposes that 2.1 has more. */
export const { 'clear-schedules': clearSchedules, 'get-schedules': getSchedules } = sharedWith<Messages>({
  'clear-schedules': clearSchedulesWith(lacks21),
  'get-schedules': getSchedulesWith(lacks21),
});

/** K28, Q04: new values for a schedule that has one period, pushed now or kept until the station pulls them. */
export const updateDynamicSchedule: Translator<Messages, 'update-dynamic-schedule'> = async (
  { scheduleId, delivery, ...rates },
  { call, charging, stationId },
) => {
  if ((await charging.schedules.findDynamic(stationId, scheduleId)) === undefined) {
    const reason = `The station holds no dynamic schedule ${scheduleId}; set one with set-schedule first.`;
    return { ...rejected('', { reason }), status: 'not-sent', code: null };
  }
  if (delivery === 'pull') {
    await charging.schedules.recordUpdate({ stationId, scheduleId, rates });
    return accepted({ reason: 'Kept until the station asks for it.' });
  }
  const scheduleUpdate = writeRates(rates);
  const response = await call('UpdateDynamicSchedule', { chargingProfileId: scheduleId, scheduleUpdate });
  if (response.status === 'Accepted') await charging.schedules.recordUpdate({ stationId, scheduleId, rates });
  return byStatus(response);
};

/** K21: NoProfile means that the session has no priority schedule to follow. */
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
    await context.charging.schedules.recordPriority({ ...change, changedAt: new Date(), changedBy: 'csms' });
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
    await context.charging.schedules.recordAllowed({ stationId: context.stationId, sessionRef: ref, transfers });
  return byStatus(response);
};

export const sendAfrrSignal: Translator<Messages, 'send-afrr-signal'> = async (
  { signal, at },
  { call, charging, stationId },
) => {
  const response = await call('AFRRSignal', { timestamp: at, signal });
  if (response.status === 'Accepted')
    await charging.schedules.recordAfrrSignal({ stationId, signal, at: new Date(at) });
  return byStatus(response);
};
