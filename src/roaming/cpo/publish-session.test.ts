import { expect, test } from 'vitest';
import { statusOf } from './publish-session.ts';

const running = { state: 'running' as const, chargingState: 'charging', energyWh: 500 };
const ended = { state: 'ended' as const, chargingState: null, energyWh: 500 };
const open = { state: 'running' as const, total: null };
const booked = (total: string) => ({ state: 'final' as const, total });

test.each([
  ['a vehicle charges', running, open, 'ACTIVE'],
  [
    'a station of 1.6 does not tell what the vehicle does',
    { ...running, chargingState: null, energyWh: 0 },
    open,
    'ACTIVE',
  ],
  ['somebody was let in, and no vehicle is there', { ...running, chargingState: 'idle', energyWh: 0 }, open, 'PENDING'],
  ['a vehicle has charged and is gone', { ...running, chargingState: 'idle' }, open, 'ACTIVE'],
  ['it ended', ended, booked('1.00'), 'COMPLETED'],
  ['it ended, and what it costs is not known yet', { ...ended, energyWh: 0 }, open, 'COMPLETED'],
  ['a fee is owed although nothing was charged', { ...ended, energyWh: 0 }, booked('1.00'), 'COMPLETED'],
  ['nothing was charged and nothing is owed', { ...ended, energyWh: null }, booked('0'), 'INVALID'],
])('trap 15: where %s, partners hear so', (_what, session, bill, status) => {
  expect(statusOf(session, bill)).toBe(status);
});
