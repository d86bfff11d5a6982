import type { Told, TrueSession } from './told.ts';

export type Moment = {
  session: TrueSession;
  type: Told['type'];
  seqNo: number | null;
  /** As the station writes it. */
  timestamp: string;
  registerWh: number | null;
  /** It happened while the station had no connection. */
  isOffline: boolean;
  habits: Habits;
};

/** How a station words things. */
export type Habits = {
  unit: 'Wh' | 'kWh' | 'Wh in thousands';
  namesEvseAlways: boolean;
  /** Delivers again with `offline` set, as some firmwares do. */
  marksRepeated: boolean;
  /** Says everything again with its stop (transactionData of 1.6). */
  repeatsReadings: boolean;
};

const token = 'TOKEN-1';

/** The message of OCPP 1.6; it is written when it is sent, since only an answer tells the station the id. */
export function message16({ session, type, timestamp, registerWh, habits }: Moment): Pick<Told, 'action' | 'payload'> {
  const transactionId = () => Number(session.ref ?? -1);
  if (type === 'started')
    return {
      action: 'StartTransaction',
      payload: () => ({ connectorId: session.evseId, idTag: token, meterStart: registerWh, timestamp }),
    };
  if (type === 'updated')
    return {
      action: 'MeterValues',
      payload: () => ({
        connectorId: session.evseId,
        transactionId: transactionId(),
        meterValue: [{ timestamp, sampledValue: [sample16(registerWh ?? 0, habits.unit)] }],
      }),
    };
  return {
    action: 'StopTransaction',
    payload: () => ({
      transactionId: transactionId(),
      idTag: token,
      meterStop: registerWh,
      timestamp,
      reason: session.stopReason,
      ...(habits.repeatsReadings && { transactionData: readingsOf(session, habits) }),
    }),
  };
}

function readingsOf({ told }: TrueSession, { unit }: Habits) {
  return told.flatMap(({ timestamp, registerWh, type }) =>
    type === 'updated' && registerWh !== null ? [{ timestamp, sampledValue: [sample16(registerWh, unit)] }] : [],
  );
}

function sample16(wh: number, unit: Habits['unit']) {
  return unit === 'kWh'
    ? { value: String(wh / 1000), unit: 'kWh', measurand: 'Energy.Active.Import.Register' }
    : { value: String(wh) };
}

const eventTypes = { started: 'Started', updated: 'Updated', ended: 'Ended' } as const;
const contexts = { started: 'Transaction.Begin', updated: 'Sample.Periodic', ended: 'Transaction.End' } as const;
const triggers = { started: 'CablePluggedIn', updated: 'MeterValuePeriodic', ended: 'EVDeparted' } as const;

export function message2({
  session,
  type,
  seqNo,
  timestamp,
  registerWh,
  isOffline,
  habits,
}: Moment): Pick<Told, 'action' | 'payload'> {
  const isFirst = type === 'started';
  return {
    action: 'TransactionEvent',
    payload: (isRepeated) => ({
      eventType: eventTypes[type],
      timestamp,
      triggerReason: triggers[type],
      seqNo,
      ...((isOffline || (isRepeated && habits.marksRepeated)) && { offline: true }),
      transactionInfo: {
        transactionId: session.ref,
        ...(type === 'updated' && { chargingState: 'Charging' }),
        ...(type === 'ended' && { stoppedReason: session.stopReason }),
      },
      ...((isFirst || habits.namesEvseAlways) && { evse: { id: session.evseId, connectorId: 1 } }),
      ...(isFirst && { idToken: { idToken: token, type: 'ISO14443' } }),
      ...(registerWh !== null && {
        meterValue: [{ timestamp, sampledValue: [{ ...sample2(registerWh, habits.unit), context: contexts[type] }] }],
      }),
    }),
  };
}

function sample2(wh: number, unit: Habits['unit']) {
  if (unit === 'Wh') return { value: wh };
  return unit === 'kWh'
    ? { value: wh / 1000, unitOfMeasure: { unit: 'kWh' } }
    : { value: wh / 1000, unitOfMeasure: { unit: 'Wh', multiplier: 3 } };
}
