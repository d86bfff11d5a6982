import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { simulatedVendor } from '../../src/simulator/transfers.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { access } from './three-versions/access.ts';
import { canSay } from './three-versions/can-say.ts';
import { displays } from './three-versions/displays.ts';
import { energy } from './three-versions/energy.ts';
import { everyday } from './three-versions/everyday.ts';
import { faults } from './three-versions/faults.ts';
import { files } from './three-versions/files.ts';
import { losses } from './three-versions/losses.ts';
import { prices } from './three-versions/prices.ts';
import { security } from './three-versions/security.ts';
import { settings } from './three-versions/settings.ts';
import { tell } from './three-versions/world.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];
const scenarios = [
  ...everyday,
  ...access,
  ...energy,
  ...prices,
  ...settings,
  ...files,
  ...security,
  ...displays,
  ...faults,
];

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  // Displays of OCPP 1.6 are reached through their vendor.
  await sigec.api.put(`/api/data-transfer/vendors/${simulatedVendor}`, { carriesDisplayMessages: true, data: 'heard' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

describe.concurrent('the same business', () => {
  test.for(scenarios)('$name', async (scenario, { expect }) => {
    const told = await Promise.all(
      versions.map((version) =>
        tell(scenario, { sigec, version, stationId: `S${scenarios.indexOf(scenario)}-${version}` }),
      ),
    );
    const all = Object.fromEntries(versions.map((version, index) => [version, told[index]]));
    const expected = versions.map((version) => {
      const loss = losses[scenario.name]?.[version];
      if (loss === undefined) return [version, { result: scenario.comesOut, says: [] }];
      return [version, { ...('comesOut' in loss && { result: loss.comesOut }), says: loss.says }];
    });
    expect(all).toEqual(Object.fromEntries(expected));
  });
});

test('there are at least 40 scenarios, and the table of losses is about them', () => {
  const names = scenarios.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(40);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(losses).filter((name) => !names.includes(name))).toEqual([]);
});

/** The twenty things that every network does; `display` and `data transfer` may stand for each other, and both are here. */
const daily = [
  ...['boot', 'status', 'authorise', 'start', 'stop', 'remote start and stop', 'reset', 'unlock', 'availability'],
  ...['variables', 'local list', 'reservation', 'profile', 'firmware', 'log', 'trigger', 'display', 'data transfer'],
  ...['certificate list', 'meter values', 'offline session'],
];

test('nothing of every day is lost in any version, and nothing at all in the newest', () => {
  expect(everyday.map(({ name }) => name.split(': ')[0])).toEqual(expect.arrayContaining(daily));
  expect(everyday.filter(({ name }) => name in losses)).toEqual([]);
  expect(Object.values(losses).filter((loss) => '2.1' in loss)).toEqual([]);
});

const lossRows = Object.entries(losses).flatMap(([name, byVersion]) =>
  Object.entries(byVersion).map(([version, loss]) => ({ name, version: version as OcppVersion, loss })),
);

test.each(lossRows)('OCPP $version lacks $loss.lacks, and the newest has it', ({ version, loss }) => {
  expect({ there: canSay(version, loss.lacks), newest: canSay('2.1', loss.lacks) }).toEqual({
    there: false,
    newest: true,
  });
  expect(loss.says.length).toBeGreaterThan(0);
});
