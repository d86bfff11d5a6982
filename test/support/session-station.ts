import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { bootPayload, connectRaw, type RawStation } from './raw-station.ts';
import type { StationPlace } from './without-sockets.ts';

type Start = { ref?: string; token: string; remoteStartId?: number; registerWh?: number; at?: string };
type End = { registerWh: number; reason: string; at?: string };

/** A station of any version that tells of one session after the other, as a test says. */
export type SessionStation = RawStation & {
  /** The next command of ours, answered with this. */
  answer(answer: object): Promise<{ action: string; payload: Record<string, unknown> }>;
  /** Gives back the station's name for it. */
  start(start: Start): Promise<string>;
  meter(ref: string, sample: { registerWh: number; powerW?: number; at?: string }): Promise<void>;
  end(ref: string, end: End): Promise<void>;
};

/** A booted station with one EVSE. */
export async function sessionStation(
  url: StationPlace,
  stationId: string,
  version: OcppVersion,
): Promise<SessionStation> {
  const station = await connectRaw(url, stationId, { protocols: [`ocpp${version}`] });
  await station.ask([2, 'boot', 'BootNotification', bootPayload[version]]);
  const told = version === '1.6' ? words16(station) : words2(station);
  return {
    ...station,
    async answer(answer) {
      const [, id, action, payload] = (await station.next()) as [number, string, string, Record<string, unknown>];
      station.send(JSON.stringify([3, id, answer]));
      return { action, payload };
    },
    ...told,
  };
}

let messages = 0;
const now = () => new Date().toISOString();

async function call(station: RawStation, action: string, payload: object): Promise<Record<string, unknown>> {
  messages += 1;
  const [, , answer] = (await station.ask([2, `m${messages}`, action, payload])) as [
    number,
    string,
    Record<string, unknown>,
  ];
  return answer;
}

function words16(station: RawStation): Pick<SessionStation, 'start' | 'meter' | 'end'> {
  return {
    async start({ token, registerWh = 1000, at = now() }) {
      const start = { connectorId: 1, idTag: token, meterStart: registerWh, timestamp: at };
      return String((await call(station, 'StartTransaction', start))['transactionId']);
    },
    async meter(ref, { registerWh, powerW, at = now() }) {
      const sampledValue = [
        { value: String(registerWh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
        ...(powerW === undefined ? [] : [{ value: String(powerW), measurand: 'Power.Active.Import', unit: 'W' }]),
      ];
      const meterValue = [{ timestamp: at, sampledValue }];
      await call(station, 'MeterValues', { connectorId: 1, transactionId: Number(ref), meterValue });
    },
    async end(ref, { registerWh, reason, at = now() }) {
      const end = { transactionId: Number(ref), meterStop: registerWh, timestamp: at, reason };
      await call(station, 'StopTransaction', end);
    },
  };
}

function words2(station: RawStation): Pick<SessionStation, 'start' | 'meter' | 'end'> {
  const counts = new Map<string, number>();
  const tell = (ref: string, eventType: string, { at, more }: { at: string; more: object }) => {
    const seqNo = counts.get(ref) ?? 0;
    counts.set(ref, seqNo + 1);
    return call(station, 'TransactionEvent', {
      eventType,
      timestamp: at,
      triggerReason: 'MeterValuePeriodic',
      seqNo,
      transactionInfo: { transactionId: ref },
      ...more,
    });
  };
  const values = (at: string, registerWh: number, powerW?: number) => [
    {
      timestamp: at,
      sampledValue: [
        { value: registerWh, measurand: 'Energy.Active.Import.Register' },
        ...(powerW === undefined ? [] : [{ value: powerW, measurand: 'Power.Active.Import' }]),
      ],
    },
  ];
  return {
    async start({ ref = `R-${(messages += 1)}`, token, remoteStartId, registerWh = 1000, at = now() }) {
      await tell(ref, 'Started', {
        at,
        more: {
          triggerReason: remoteStartId === undefined ? 'Authorized' : 'RemoteStart',
          idToken: { idToken: token, type: 'ISO14443' },
          evse: { id: 1, connectorId: 1 },
          transactionInfo: { transactionId: ref, chargingState: 'Charging', remoteStartId },
          meterValue: values(at, registerWh),
        },
      });
      return ref;
    },
    async meter(ref, { registerWh, powerW, at = now() }) {
      await tell(ref, 'Updated', { at, more: { meterValue: values(at, registerWh, powerW) } });
    },
    async end(ref, { registerWh, reason, at = now() }) {
      const transactionInfo = { transactionId: ref, stoppedReason: reason };
      await tell(ref, 'Ended', { at, more: { transactionInfo, meterValue: values(at, registerWh) } });
    },
  };
}
