import { expect, test } from 'vitest';
import type { SiteInputs } from '../inputs/site-inputs.ts';
import { exampleSite, midnight } from '../testing/example-site.ts';
import type { ControlNeeds } from './control-needs.ts';
import { boundAt } from './evse-state.ts';
import { knowStations } from './know-stations.ts';
import { emptyMemory } from './site-memory.ts';

test('a station out of reach that was seen to ignore its profiles counts with all it can draw after a restart', async () => {
  const tree = exampleSite({ limitA: 63 });
  const memory = emptyMemory('depot');
  const needs = {
    readHolds: () => Promise.resolve(new Map([[1, { defaultA: 6, holds: [] }]])),
    versionOf: () => undefined,
    abilities: {
      load: () => Promise.resolve(),
      learnedOf: (stationId: string) => ({
        findings: stationId === 'CP-1' ? ['ignores-profiles'] : [],
        pilotsA: null,
      }),
    },
  } as unknown as Pick<ControlNeeds, 'readHolds' | 'abilities' | 'versionOf'>;
  await knowStations(needs, memory, { settings: { tree }, cars: [] } as unknown as SiteInputs, midnight);
  const boundOf = (nodeId: string) => {
    const state = memory.evses.get(nodeId);
    return state && boundAt(state, midnight);
  };
  expect([boundOf('CP-1:1'), boundOf('CP-2:1')]).toEqual([32, 6]);
});
