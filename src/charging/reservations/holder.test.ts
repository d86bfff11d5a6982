import { expect, test } from 'vitest';
import { scriptedPool } from '../../../test/support/scripted-pool.ts';
import { reservationUsedBy, sessionOfHolder } from './holder.ts';
import type { OpenReservation } from './reservation-store.ts';

const minute = 60_000;
const at = new Date('2026-03-01T12:30:00Z');
const ago = (minutes: number) => new Date(at.getTime() - minutes * minute);

function reservation(known: Partial<OpenReservation> = {}): OpenReservation {
  return {
    ...{ stationId: 'CP-1', id: 1, evseId: 2, connectorType: null, tokenId: 'tok_1', groupId: null, status: 'active' },
    ...{ startsAt: ago(30), expiresAt: ago(-30), createdAt: ago(60), replacedStatus: null },
    ...known,
  };
}

/** Tokens of these groups, and the sessions that run. */
function poolOf(groups: Record<string, string> = {}, running: object[] = []) {
  return scriptedPool(
    ['from session', running],
    [
      'from token',
      ({ values }) => {
        const [[id = '']] = values as [string[]];
        const group = groups[id];
        return [
          { ofGroup: group ?? null, groupValue: group && Buffer.from('v'), groupSecret: group && Buffer.from('s') },
        ];
      },
    ],
  );
}

const used = async (open: Partial<OpenReservation>[], start = {}, groups = {}) => {
  const all = open.map((known, nth) => reservation({ id: nth + 1, ...known }));
  const { pool, asked } = poolOf(groups);
  const found = await reservationUsedBy(pool, all, { evseId: 2, tokenHash: 'tok_1', at, ...start });
  return { id: found?.id, asked: asked.length };
};

test.each([
  ['of its token, there and then', {}, 1],
  ['that a station was asked to keep', { status: 'asked' }, 1],
  ['that is only planned', { status: 'planned' }, undefined],
  ['that was given back', { status: 'cancelled' }, undefined],
  ['of any EVSE', { evseId: null }, 1],
  ['of another EVSE', { evseId: 1 }, undefined],
  ['of another token', { tokenId: 'tok_2' }, undefined],
  ['two minutes before its time', { startsAt: ago(-2) }, 1],
  ['sooner', { startsAt: ago(-2.01) }, undefined],
  ['at its end', { expiresAt: at }, undefined],
] as const)('a start uses a reservation %s', async (_what, known, id) => {
  expect(await used([known])).toEqual({ id, asked: 0 });
});

test('the own of the EVSE comes before one for any, the own of the token before one of its group', async () => {
  expect(await used([{ evseId: null }, {}])).toMatchObject({ id: 2 });
  const group = { tokenId: 'tok_2', groupId: 'G' };
  expect(await used([group, { evseId: null }], {}, { tok_1: 'G' })).toEqual({ id: 2, asked: 0 });
  expect(await used([{ ...group, evseId: null }, group], {}, { tok_1: 'G' })).toEqual({ id: 2, asked: 1 });
  expect(await used([group], {}, { tok_1: 'H' })).toEqual({ id: undefined, asked: 1 });
  expect(await used([group], {}, {})).toEqual({ id: undefined, asked: 1 });
  expect(await used([])).toEqual({ id: undefined, asked: 0 });
});

const session = { id: 'S', ref: 'T', evseId: 2, tokenHash: 'tok_1', startedAt: ago(10) };

test.each([
  ['the token, at the EVSE', session, {}, {}, true],
  ['any EVSE', { ...session, evseId: 1 }, { evseId: null }, {}, true],
  ['another EVSE', { ...session, evseId: 1 }, {}, {}, false],
  ['nobody', { ...session, tokenHash: null }, {}, {}, false],
  ['another token', { ...session, tokenHash: 'tok_2' }, {}, {}, false],
  ['one of the group', { ...session, tokenHash: 'tok_2' }, { groupId: 'G' }, { tok_2: 'G' }, true],
  ['one of another group', { ...session, tokenHash: 'tok_2' }, { groupId: 'G' }, { tok_2: 'H' }, false],
  ['a little before it was made', { ...session, startedAt: ago(62) }, {}, {}, true],
  ['long before it was made', { ...session, startedAt: ago(62.1) }, {}, {}, false],
])('a session of %s is of the holder', async (_what, running, known, groups, isHolder) => {
  const { pool } = poolOf(groups, [running]);
  expect((await sessionOfHolder(pool, reservation(known))) !== undefined).toBe(isHolder);
});
