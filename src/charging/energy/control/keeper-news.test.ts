import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { ControlNeeds } from './control-needs.ts';
import { openControl } from './open-control.ts';

/** The control of one of several nodes, what it has told the one that plans, and what its inputs and its clock would tell it. */
function nodeOf({ isKeeper }: { isKeeper: boolean }) {
  const told: [string, readonly unknown[]][] = [];
  const timers: (() => void)[] = [];
  let change: (siteId: string, isSaid: boolean) => void = () => undefined;
  const needs: Partial<ControlNeeds> = {
    log: silentLog,
    clock: {
      now: () => new Date(0),
      elapsedMs: () => 0,
      after: (_ms, wake) => {
        timers.push(wake);
        return () => undefined;
      },
    },
    inputs: {
      managedSites: () => Promise.resolve([]),
      read: () => Promise.reject(new Error('nobody plans here')),
      onChange(listener) {
        change = listener;
        return () => undefined;
      },
    },
    solver: { solve: () => Promise.reject(new Error('nobody plans here')), close: () => Promise.resolve() },
    abilities: { forget: () => undefined } as Partial<ControlNeeds['abilities']> as ControlNeeds['abilities'],
    isKillSwitchOn: () => false,
    isKeeper: () => isKeeper,
    askKeeper(what, args) {
      told.push([what, args]);
      return Promise.reject(new Error('it cannot be reached just now')); // which harms nobody here
    },
  };
  const control = openControl(needs as ControlNeeds);
  return { control, told, change: (siteId: string, isSaid: boolean) => change(siteId, isSaid), timers };
}

test('a node that does not plan tells the one that does: at once what somebody said, once for a burst what happens at stations', async () => {
  const { control, told, change, timers } = nodeOf({ isKeeper: false });
  control.promise('depot', 'S-1');
  change('depot', false);
  change('yard', true);
  change('depot', false);
  for (const wake of timers.splice(0)) wake();
  expect(told).toEqual([
    ['promise', ['depot', 'S-1']],
    ['changed', ['yard', true]],
    ['changed', ['depot', false]],
  ]);
  await control.close();
});

test('the node that plans tells nobody', async () => {
  const { control, told, change, timers } = nodeOf({ isKeeper: true });
  change('depot', true);
  for (const wake of timers.splice(0)) wake();
  expect(told).toEqual([]);
  await control.close();
});
