import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandRecord } from '../../src/contract/commands/command.ts';
import type { AlertList } from '../../src/contract/stations/monitoring.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import type { StreamList } from '../../src/contract/stations/streams.ts';
import type { VariableView } from '../../src/contract/stations/variables.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const run = (stationId: string, name: string, input: object, more = {}) =>
  sigec.api.post<CommandRecord>(`/api/stations/${stationId}/commands/${name}`, { input, ...more });

async function connected(version: OcppVersion): Promise<SimulatedStation> {
  const accepted = Promise.withResolvers<void>();
  const station = new SimulatedStation({
    id: `SIM-${version}`,
    version,
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    onEvent: (event) => event.kind === 'state-changed' && event.state === 'accepted' && accepted.resolve(),
  });
  station.start();
  await accepted.promise;
  return station;
}

describe.each(['1.6', '2.0.1', '2.1'] as const)('a simulated station of OCPP %s', (version) => {
  test('tells its variables, takes a new one, and is asked by the same words as every other', async () => {
    await using station = await connected(version);
    const report = await run(station.id, 'get-report', {}, { waitForEffectSeconds: 20 });
    expect(report).toMatchObject({ outcome: { status: 'accepted', losses: [] }, effect: { kind: 'report-completed' } });
    const { variables } = await sigec.api.get<VariableView>(`/api/stations/${station.id}/variables`);
    const values = Object.fromEntries(variables.map(({ name, attributes }) => [name, attributes[0]?.value]));
    expect(values).toMatchObject({
      'OCPPCommCtrlr.HeartbeatInterval': '300',
      'TxCtrlr.EVConnectionTimeOut': '120',
      'LocalAuthListCtrlr.Enabled': 'true',
    });
    const set = await run(station.id, 'set-variables', { variables: [{ name: 'HeartbeatInterval', value: '45' }] });
    expect(set.outcome).toMatchObject({ status: 'accepted', losses: [] });
    expect(station.heartbeatSeconds).toBe(45);
    const read = await run(station.id, 'get-variables', { variables: [{ name: 'OCPPCommCtrlr.HeartbeatInterval' }] });
    expect(read.outcome?.answer).toMatchObject({ results: [{ value: '45' }] });

    if (version === '1.6') return;
    const watch = { name: 'EVSE@1.Power', type: 'upper-threshold', value: 11_000, severity: 3 };
    expect((await run(station.id, 'set-monitors', { monitors: [watch] })).outcome?.status).toBe('accepted');
    station.observe({ component: 'EVSE', evseId: 1, variable: 'Power' }, '12000');
    await expect
      .poll(async () => (await sigec.api.get<AlertList>(`/api/stations/${station.id}/alerts?isActive=true`)).alerts)
      .toMatchObject([{ name: 'EVSE@1.Power', value: '12000', severity: 3 }]);

    if (version !== '2.1') return;
    const stream = { name: 'EVSE@1.Power', type: 'periodic', value: 1, severity: 8, stream: { values: 1 } };
    await run(station.id, 'set-monitors', { monitors: [stream] });
    await expect.poll(() => station.streams.all.length).toBe(1);
    station.observe({ component: 'EVSE', evseId: 1, variable: 'Power' }, '7400');
    await expect
      .poll(async () => (await sigec.api.get<StreamList>(`/api/stations/${station.id}/streams`)).streams)
      .toMatchObject([{ variable: 'EVSE@1.Power', messages: 1, lastSample: { value: '7400' } }]);
  });
});
