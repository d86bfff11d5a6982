import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { siteEvse } from '#contract/energy/site-tree.ts';
import type { EvseState } from '../control/evse-state.ts';
import { emptyMemory } from '../control/site-memory.ts';
import type { Finding } from './judge-delivery.ts';
import { type VerifyNeeds, verifySite } from './verify-site.ts';

const now = 1_000_000;
const toldAt = now - 25_000;

/** A station that drew 32 A and was told 6 A a moment ago, with what its meter says now. */
async function afterBeingLowered(importA: number, findings: Finding[]) {
  const state: EvseState = {
    nodeId: 'CP-1',
    stationId: 'CP-1',
    evseId: 1,
    evse: siteEvse.parse({ stationId: 'CP-1', evseId: 1, phaseRotation: 'RST' }),
    isOnline: true,
    defaultA: 6,
    holds: [
      { steps: [{ from: toldAt, amperes: 6 }], until: now + 600_000, phases: 3 },
      { steps: [{ from: 0, amperes: 32 }], until: now + 60_000, phases: 3 },
    ],
    sessionId: 'S-1',
    strayA: null,
  };
  const memory = emptyMemory('SITE');
  memory.evses.set('CP-1', state);
  const steps = [{ from: toldAt, amperes: 6 }];
  const times = { coveredUntil: now + 600_000, sentAt: toldAt, changedAt: toldAt };
  memory.sent.set('CP-1', { steps, ...times, sessionId: 'S-1', beforeA: 32 });
  const needs: VerifyNeeds = {
    readMeasured: () => Promise.resolve(new Map([['S-1', { at: now - 5_000, importA, offeredA: null, powerW: null }]])),
    readForeign: () => Promise.resolve({ ids: [], hasOwnCap: false }),
    versionOf: () => '2.0.1',
    ask: () => Promise.resolve({ status: 'rejected', code: null, reason: null } as never),
    runCommand: () => Promise.reject(new Error('nothing is sent')),
    log: silentLog,
    abilities: {
      isSwitchedOn: () => Promise.resolve(true),
      learn: () => Promise.resolve(),
      learnedOf: (stationId: string) => ({ stationId, findings, pilotsA: null, purpose: 'tx-profile' }),
      profilesOf: () =>
        Promise.resolve({ version: '2.0.1', unit: 'A', maxPeriods: 24, maxStackLevel: 3, maxProfiles: null }),
    } as never,
  };
  const isChanged = await verifySite(needs, memory, now);
  return { isChanged, strayA: memory.evses.get('CP-1')?.strayA, state: memory.delivery.get('S-1')?.state };
}

test('a slow station counts with what it still draws until it has come down, and is not blamed for it', async () => {
  expect(await afterBeingLowered(31.9, ['slow'])).toEqual({ isChanged: true, strayA: 32, state: 'sending' });
  expect(await afterBeingLowered(6.2, ['slow'])).toEqual({ isChanged: false, strayA: null, state: 'sending' });
});

test('any other station that has not come down by then does not follow', async () => {
  const { strayA, state } = await afterBeingLowered(31.9, []);
  expect({ strayA, state }).toEqual({ strayA: 32, state: 'ignored' });
});
