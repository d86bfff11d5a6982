import type {
  MeterValuesRequest,
  StartTransactionRequest,
  StopTransactionRequest,
} from 'typed-ocpp/dist/ocpp16/types.js';
import type { SessionDialect } from './dialect.ts';
import { isObject } from './is-object.ts';

const actions = { start: 'StartTransaction', meter: 'MeterValues', stop: 'StopTransaction' } as const;

export const sessions16: SessionDialect = {
  actionOf: (what) => actions[what],
  requestOf(session, { what, at, wh, reason, readings }) {
    const timestamp = at.toISOString();
    // Until the server has answered the start, the station does not know the session's number (1.6 §4.8).
    const transactionId = /^\d+$/.test(session.ref) ? Number(session.ref) : -1;
    if (what === 'start') {
      const { evseId, token, startWh, reservationId } = session;
      return {
        connectorId: evseId,
        idTag: token,
        meterStart: startWh,
        timestamp,
        ...(reservationId !== null && { reservationId }),
      } satisfies StartTransactionRequest;
    }
    if (what === 'stop') {
      return {
        transactionId,
        meterStop: wh,
        timestamp,
        reason: (reason ?? 'Local') as 'Local',
      } satisfies StopTransactionRequest;
    }
    const sampledValue = [
      { value: String(wh), measurand: 'Energy.Active.Import.Register' as const, unit: 'Wh' as const },
      ...readings.map((reading) => ({ ...reading, value: String(reading.value) })),
    ];
    return {
      connectorId: session.evseId,
      transactionId,
      meterValue: [{ timestamp, sampledValue }],
    } satisfies MeterValuesRequest;
  },
  takeAnswer(session, answer) {
    if (!isObject(answer)) return;
    const { transactionId, idTagInfo } = answer;
    if (typeof transactionId === 'number') session.ref = String(transactionId);
    if (isObject(idTagInfo)) session.verdict = String(idTagInfo['status']);
  },
};
