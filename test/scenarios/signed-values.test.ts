import { expect, test } from 'vitest';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import type { SignedValues } from '../../src/contract/sessions/signed-values.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { ocmfMeter } from '../support/ocmf-meter.ts';
import { bootPayload, connectRaw, type RawStation } from '../support/raw-station.ts';
import { startSigec } from '../support/sigec.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();

type Charge = { station: RawStation; begin: string; end: string; publicKey: string };

async function charge16({ station, begin, end, publicKey }: Charge): Promise<void> {
  const wrapped = (record: string) =>
    JSON.stringify({ signedMeterData: Buffer.from(record).toString('base64'), encodingMethod: 'OCMF', publicKey });
  const sampled = (record: string) => [{ value: wrapped(record), format: 'SignedData', context: 'Transaction.Begin' }];
  const start = { connectorId: 1, idTag: 'DRIVER-1', meterStart: 1000, timestamp: at(0) };
  const [, , answer] = (await station.ask([2, 's', 'StartTransaction', start])) as [
    3,
    string,
    { transactionId: number },
  ];
  const { transactionId } = answer;
  const meterValue = [{ timestamp: at(0), sampledValue: sampled(begin) }];
  await station.ask([2, 'm', 'MeterValues', { connectorId: 1, transactionId, meterValue }]);
  const transactionData = [{ timestamp: at(2), sampledValue: sampled(end) }];
  await station.ask([2, 'e', 'StopTransaction', { transactionId, meterStop: 4200, timestamp: at(2), transactionData }]);
}

async function charge2({ station, begin, end, publicKey }: Charge): Promise<void> {
  const event = (seqNo: number, eventType: string, value: number, record: string) => ({
    eventType,
    timestamp: at(seqNo),
    triggerReason: 'MeterValuePeriodic',
    seqNo,
    transactionInfo: { transactionId: 'T-1' },
    evse: { id: 1, connectorId: 1 },
    meterValue: [
      {
        timestamp: at(seqNo),
        sampledValue: [
          {
            value,
            signedMeterValue: {
              signedMeterData: Buffer.from(record).toString('base64'),
              signingMethod: 'ECDSA-secp256r1-SHA256',
              encodingMethod: 'OCMF',
              publicKey,
            },
          },
        ],
      },
    ],
  });
  await station.ask([2, 's', 'TransactionEvent', event(0, 'Started', 1000, begin)]);
  await station.ask([2, 'e', 'TransactionEvent', event(2, 'Ended', 4200, end)]);
}

test.each<OcppVersion>(['1.6', '2.0.1', '2.1'])(
  'what a meter signed arrives to the letter over OCPP %s, and is verified by the key that an operator stored',
  async (version) => {
    await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
    await using station = await connectRaw(sigec.addresses.ocpp, 'CP', { protocols: [`ocpp${version}`] });
    await station.ask([2, 'boot', 'BootNotification', bootPayload[version]]);
    const meter = ocmfMeter();
    const begin = meter.record({ number: 7, readings: [{ reason: 'B', at: at(0), kwh: 1 }] });
    const end = meter.record({ number: 8, readings: [{ reason: 'E', at: at(2), kwh: 4.2 }] });
    await (version === '1.6' ? charge16 : charge2)({ station, begin, end, publicKey: meter.envelope });

    const { sessions } = await sigec.api.get<SessionPage>('/api/sessions');
    const read = () => sigec.api.get<SignedValues>(`/api/sessions/${sessions[0]?.id}/signed-values`);
    const own = await read();
    expect(own.values.map(({ verdict }) => verdict)).toEqual(['verified-by-own-key', 'verified-by-own-key']);
    expect(own.differences).toEqual([]);
    expect(own.values.map(({ data }) => recordIn(data))).toEqual([begin, end]);
    await sigec.api.put('/api/stations/CP/meter-keys', { keys: [{ evseId: 1, publicKey: meter.pem }] });
    expect((await read()).values.map(({ verdict }) => verdict)).toEqual(['verified', 'verified']);
  },
);

function recordIn(data: string): string {
  const inner = data.startsWith('{') ? (JSON.parse(data) as { signedMeterData: string }).signedMeterData : data;
  return Buffer.from(inner, 'base64').toString();
}
