import { expect, test } from 'vitest';
import type { SessionMemory } from '../store/session-memory.ts';
import { laterName } from './session-event.ts';
import { type NameReads, sessionName, type ToldName } from './session-name.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour));
type First = Awaited<ReturnType<NameReads['first']>>;

/** The name of what is told under T1, where these sessions are known. */
function nameOf(
  told: Partial<ToldName>,
  { first, later, seen }: { first?: First; later?: string; seen?: object } = {},
): Promise<string> {
  const reads: NameReads = { first: async () => first, later: async () => later };
  const memory = { get: () => seen } as unknown as SessionMemory;
  const given = { stationId: 'CP-1', transactionId: 'T1', kind: 'updated', at: at(12), evseId: 1, hasTime: true };
  return sessionName({ reads, memory }, { ...given, ...told } as ToldName);
}

const running = { evseId: 1, isRunning: true, startedAt: at(8), endedAt: null };
const ended = { evseId: 1, isRunning: false, startedAt: at(8), endedAt: at(10) };
const again = laterName('T1', at(12));

test.each<[string, Partial<ToldName>, First, string]>([
  ['nothing known', { kind: 'started' }, undefined, 'T1'],
  ['a session whose start never came', { kind: 'started' }, { ...ended, startedAt: null }, 'T1'],
  ['its own start, told again after its end', { kind: 'started', at: at(8) }, ended, 'T1'],
  ['its own start from another EVSE', { kind: 'started', at: at(8), evseId: 2 }, ended, 'T1'],
  ['a start after its end', { kind: 'started' }, ended, again],
  ['a start at its end', { kind: 'started', at: at(10) }, ended, 'T1'],
  ['a start elsewhere while it runs', { kind: 'started', evseId: 2 }, running, again],
  ['a start while it runs', { kind: 'started' }, running, 'T1'],
  ['a start after its end by no clock of the station', { kind: 'started', hasTime: false }, ended, 'T1'],
  ['a session that ended nobody knows when', { kind: 'started' }, { ...ended, endedAt: null }, 'T1'],
  ['a reading while it runs', {}, running, 'T1'],
  ['a reading of before its end', { at: at(9) }, ended, 'T1'],
])('%s', async (_what, told, first, name) => {
  expect(await nameOf(told, { ...(first && { first }) })).toBe(name);
});

test('what happens after the end belongs to the session that was given the name again', async () => {
  expect(await nameOf({}, { first: ended, later: again })).toBe(again);
  expect(await nameOf({}, { first: ended })).toBe('T1');
  expect(await nameOf({ evseId: 2 }, { first: running, later: again })).toBe(again);
});

test.each([null, 0, -1, 1.5, 2 ** 31])('an EVSE that the station writes as %s is any', async (evseId) => {
  expect(await nameOf({ evseId }, { first: running, later: again })).toBe('T1');
  expect(await nameOf({ evseId: 2 }, { first: { ...running, evseId }, later: again })).toBe('T1');
});

test('a session in memory that runs there is not looked up', async () => {
  const seen = { state: 'running', startedAt: at(8), evseId: 1 };
  expect(await nameOf({}, { seen, first: ended, later: again })).toBe('T1');
  for (const other of [
    { ...seen, state: 'ended' },
    { ...seen, startedAt: null },
    { ...seen, evseId: 2 },
  ])
    expect(await nameOf({}, { seen: other, first: ended, later: again })).toBe(again);
});
