import { expect, test } from 'vitest';
import type { SiteInputs } from '../inputs/site-inputs.ts';
import { exampleSite, midnight } from '../testing/example-site.ts';
import type { ControlNeeds } from './control-needs.ts';
import { boundAt, type EvseState, inDoubt } from './evse-state.ts';
import { knowStations } from './know-stations.ts';
import { emptyMemory, type SiteMemory } from './site-memory.ts';

const tree = exampleSite({ limitA: 63 });

function needsOf(version: '2.0.1' | undefined) {
  return {
    readHolds: () => Promise.resolve(new Map([[1, { defaultA: 6, holds: [] }]])),
    versionOf: () => version,
    abilities: {
      load: () => Promise.resolve(),
      learnedOf: (stationId: string) => ({
        findings: stationId === 'CP-1' ? ['ignores-profiles'] : [],
        pilotsA: null,
      }),
    },
  } as unknown as Pick<ControlNeeds, 'readHolds' | 'abilities' | 'versionOf'>;
}

async function known(inputs: Partial<SiteInputs>, version?: '2.0.1') {
  const memory = emptyMemory('depot');
  const whole = { settings: { tree }, cars: [], ...inputs } as unknown as SiteInputs;
  await knowStations(needsOf(version), memory, whole, midnight);
  return ['CP-1:1', 'CP-2:1'].map((nodeId) => {
    const state = memory.evses.get(nodeId);
    return state && { boundA: boundAt(state, midnight), isOnline: state.isOnline };
  });
}

test('a station out of reach that was seen to ignore its profiles counts with all it can draw after a restart', async () => {
  expect(await known({})).toMatchObject([{ boundA: 32 }, { boundA: 6 }]);
});

test('a station that stands at another site by now is told nothing, and still counts', async () => {
  expect(await known({ elsewhere: new Set(['CP-2']) }, '2.0.1')).toMatchObject([
    { isOnline: true },
    { isOnline: false, boundA: 6 },
  ]);
});

test('a station in doubt counts with all it can draw until its books are read again', async () => {
  const memory = emptyMemory('depot');
  const inputs = { settings: { tree }, cars: [] } as unknown as SiteInputs;
  const bounds = () => ['CP-2:1', 'CP-3:1'].map((nodeId) => boundAt(stateOf(memory, nodeId), midnight));
  await knowStations(needsOf('2.0.1'), memory, inputs, midnight);
  memory.doubted.add('CP-2');
  memory.evses.set('CP-2:1', inDoubt(stateOf(memory, 'CP-2:1')));
  expect(bounds()).toEqual([32, 6]);
  const away = { ...needsOf('2.0.1'), readHolds: () => Promise.reject(new Error('the database is away')) };
  await expect(knowStations(away, memory, inputs, midnight)).rejects.toThrow('away');
  expect(bounds()).toEqual([32, 6]);
  await knowStations(needsOf('2.0.1'), memory, inputs, midnight);
  expect(bounds()).toEqual([6, 6]);
});

test('a station that reports what it holds is not told again what its books show', async () => {
  const memory = emptyMemory('depot');
  const inputs = { settings: { tree }, cars: [{ nodeId: 'CP-2:1', sessionId: 's' }] } as unknown as SiteInputs;
  const hold = (amperes: number) => ({
    steps: [{ from: midnight, amperes }],
    until: midnight + 3_600_000,
    phases: 3 as const,
  });
  const booksWith = (amperes: number) => ({
    ...needsOf('2.0.1'),
    readHolds: () => Promise.resolve(new Map([[1, { defaultA: 6, holds: [hold(amperes)] }]])),
  });
  const isSentAfter = async (amperes: number) => {
    await knowStations(booksWith(16), memory, inputs, midnight);
    const sent = { coveredUntil: midnight, sentAt: midnight, sessionId: 's', changedAt: midnight, beforeA: 0 };
    memory.sent.set('CP-2:1', { ...sent, steps: hold(16).steps });
    memory.reported.add('CP-2');
    await knowStations(booksWith(amperes), memory, inputs, midnight);
    return memory.sent.has('CP-2:1');
  };
  expect(await isSentAfter(16)).toBe(true);
  expect(await isSentAfter(10)).toBe(false);
});

test('a doubt that comes while books are read outlasts the reading', async () => {
  const memory = emptyMemory('depot');
  const needs = needsOf('2.0.1');
  const readHolds = (...asked: Parameters<typeof needs.readHolds>) => {
    memory.doubted.add('CP-2');
    return needs.readHolds(...asked);
  };
  await knowStations({ ...needs, readHolds }, memory, { settings: { tree }, cars: [] } as never, midnight);
  expect(boundAt(stateOf(memory, 'CP-2:1'), midnight)).toBe(32);
});

function stateOf({ evses }: Pick<SiteMemory, 'evses'>, nodeId: string): EvseState {
  const state = evses.get(nodeId);
  if (state === undefined) throw new Error(`${nodeId} is not known.`);
  return state;
}
