import type {
  MeterValuesRequest,
  StartTransactionRequest,
  StopTransactionRequest,
} from 'typed-ocpp/dist/ocpp16/types.js';
import { isRecord } from '#base/json.ts';
import type { SessionDialect } from './dialect.ts';
import type { SessionFact } from './session-fact.ts';

// A change of state is told by the status of the connector alone.
const actions = { start: 'StartTransaction', meter: 'MeterValues', change: '', stop: 'StopTransaction' } as const;

type SampledValue = MeterValuesRequest['meterValue'][number]['sampledValue'][number];

export const sessions16: SessionDialect = {
  tells: (what) => what !== 'change',
  actionOf: (what) => actions[what],
  requestOf(session, fact) {
    const { what, at, wh, reason } = fact;
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
        meterStop: wh ?? 0,
        timestamp,
        reason: (reason ?? 'Local') as 'Local',
      } satisfies StopTransactionRequest;
    }
    return {
      connectorId: session.evseId,
      transactionId,
      meterValue: [{ timestamp, sampledValue: samplesOf(fact) }],
    } satisfies MeterValuesRequest;
  },
  takeAnswer(session, answer) {
    if (!isRecord(answer)) return;
    const { transactionId, idTagInfo } = answer;
    if (typeof transactionId === 'number') session.ref = String(transactionId);
    if (isRecord(idTagInfo)) session.verdict = String(idTagInfo['status']);
  },
};

function samplesOf({ wh, scale, readings }: SessionFact): [SampledValue, ...SampledValue[]] {
  const others = readings.map((reading): SampledValue => ({ ...reading, value: String(reading.value) }));
  const [first, ...rest] = others;
  if (wh === null && first !== undefined) return [first, ...rest];
  return [registerSample(wh ?? 0, scale), ...others];
}

/** 1.6 has no multiplier: kWh is all that there is beside Wh. */
function registerSample(wh: number, scale: SessionFact['scale']): SampledValue {
  const measurand = 'Energy.Active.Import.Register';
  if (scale === 'kWh-untold') return { value: String(wh / 1000), measurand };
  if (scale === 'Wh') return { value: String(wh), measurand, unit: 'Wh' };
  return { value: String(wh / 1000), measurand, unit: 'kWh' };
}
