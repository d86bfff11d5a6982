import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FindingList } from '../../src/contract/findings/finding.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import type { FaultName } from '../../src/simulator/faults/fault-effects.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { anyVehicle } from '../../src/simulator/vehicle.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

// What simulated stations with a worn part say over their sockets, in each version, becomes a finding that names the part.

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const lifeMs = 3_600_000;

/** A station that is nearly worn out when it first connects; every lot falls on the bad side. */
async function worn(id: string, version: OcppVersion, fault: FaultName | undefined) {
  let ahead = -0.9 * lifeMs;
  const station = new SimulatedStation({
    id,
    version,
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 20,
    random: () => 0.3,
    clock: { now: () => new Date(Date.now() + ahead) },
    ...(fault !== undefined && { fault: { name: fault, lifeSeconds: lifeMs / 20 } }),
  });
  ahead = 0;
  station.start();
  await expect.poll(() => station.state, { timeout: 60_000 }).toBe('accepted');
  return station;
}

/** A driver plugs in, finds that nothing happens, and leaves; the station has told of it. */
async function visit(station: SimulatedStation, evseId: number): Promise<void> {
  station.visits.plugIn(
    evseId,
    anyVehicle(() => 0.5),
  );
  await told(station);
  station.visits.unplug(evseId);
  await told(station);
}

async function told(station: SimulatedStation): Promise<void> {
  const isTold = () => !station.hasQueuedMessages && station.connectors.nextUnreported() === undefined;
  await expect.poll(isTold, { timeout: 60_000, interval: 10 }).toBe(true);
}

async function findingsOf(stationId: string) {
  const { findings } = await sigec.api.get<FindingList>(`/api/findings?stationId=${stationId}`);
  return findings.map(({ kind, evseId, cause, code, evidence }) => ({
    kind,
    evseId,
    cause,
    code,
    hasEvents: evidence.length > 0 && evidence.every(({ eventId }) => eventId !== null),
  }));
}

test.each<OcppVersion>(['1.6', '2.0.1', '2.1'])(
  'a lock that fails over OCPP %s is found, with its events',
  async (version) => {
    await using station = await worn(`LOCK-${version}`, version, 'lock-failure');
    for (let nth = 0; nth < 5; nth += 1) await visit(station, 1);
    await expect
      .poll(() => findingsOf(station.id), { timeout: 60_000 })
      .toEqual([{ kind: 'lock-failing', evseId: 1, cause: 'lock', code: 'ConnectorLockFailure', hasEvents: true }]);
  },
);

test('the same visits at a station that is well are no finding', async () => {
  await using station = await worn('WELL', '2.0.1', undefined);
  for (let nth = 0; nth < 5; nth += 1) await visit(station, 1);
  expect(await findingsOf('WELL')).toEqual([]);
});
