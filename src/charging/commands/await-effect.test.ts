import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import type { Ledger } from '#ledger/ledger-types.ts';
import { awaitEffect } from './await-effect.ts';

type Awaited = Parameters<typeof awaitEffect>[1];
const asked = { kind: 'command-asked', stationId: 'CP-1', body: { commandId: 'c1' } };
const happenedAt = '2026-03-01T08:00:00.000Z';
const event = (kind: string, body: object = {}, stationId = 'CP-1') => ({ id: '9', kind, stationId, body, happenedAt });
const status = (evseId: number, status: string, connectorId = 1) =>
  event('connector-status', { evseId, connectorId, status });

/** What is seen of a command in these events. */
async function effectOf(
  name: string,
  input: object,
  events: readonly object[],
  outcome: object = { status: 'accepted', losses: [] },
) {
  const needs = {
    pool: { query: async () => ({ rows: [{ ref: 'r1' }] }) } as unknown as Pool,
    ledger: {
      async *follow() {
        yield* events;
      },
    } as unknown as Ledger,
  };
  const effects = ['station-booted', 'connector-status', 'session-event', 'report-finished'] as never;
  const command = { id: 'c1', name, stationId: 'CP-1', input, requestId: 5 } as unknown as Awaited['asked'];
  const awaited = {
    asked: command,
    outcome: outcome as Awaited['outcome'],
    effects,
    since: '0',
    waitSeconds: 5,
    signal: undefined,
  };
  return awaitEffect(needs, awaited);
}

test('the first event after the command is its effect', async () => {
  const boot = event('station-booted');
  expect(await effectOf('reset', {}, [asked, boot])).toEqual({ kind: 'station-booted', eventId: '9', at: happenedAt });
  expect(await effectOf('reset', {}, [boot, asked])).toBeNull();
  expect(await effectOf('reset', {}, [{ ...asked, body: { commandId: 'c2' } }, boot])).toBeNull();
  expect(await effectOf('reset', {}, [asked, event('station-booted', {}, 'CP-2')])).toBeNull();
  expect(await effectOf('reset', {}, [asked, event('tariff-changed')])).toBeNull();
});

test('a command that shows nothing is not waited for', async () => {
  const needs = { pool: {} as Pool, ledger: {} as Ledger };
  expect(await awaitEffect(needs, { effects: [] } as unknown as Awaited)).toBeNull();
});

test('the reset of one EVSE shows in its status, where the version knows EVSEs', async () => {
  const losses = (...fields: string[]) => ({ status: 'accepted', losses: fields.map((field) => ({ field })) });
  const seen = (outcome: object, ...events: object[]) => effectOf('reset', { evseId: 2 }, [asked, ...events], outcome);
  expect(await seen(losses(), status(2, 'available'))).not.toBeNull();
  expect(await seen(losses(), status(1, 'available'))).toBeNull();
  expect(await seen(losses('evseId'), status(2, 'available'))).toBeNull();
  expect(await seen(losses('evseId'), event('station-booted'))).not.toBeNull();
  expect(await seen({ status: 'no-answer' }, status(2, 'available'))).toBeNull();
  expect(await effectOf('reset', {}, [asked, status(2, 'available')])).toBeNull();
});

test.each<[string, object, object, boolean]>([
  ['unlock', { evseId: 1, connectorId: 2 }, status(1, 'available', 2), true],
  ['unlock', { evseId: 1, connectorId: 2 }, status(1, 'available', 1), false],
  ['unlock', { evseId: 1 }, status(1, 'available', 9), true],
  ['set-availability', { evseId: 1, isOperative: false }, status(1, 'unavailable'), true],
  ['set-availability', { evseId: 1, isOperative: false }, status(1, 'available'), false],
  ['set-availability', { evseId: 1, isOperative: true }, status(1, 'faulted'), true],
  ['set-availability', { evseId: 2, isOperative: true }, status(1, 'available'), false],
  ['stop-session', { sessionId: 's1' }, event('session-event', { type: 'ended', ref: 'r1' }), true],
  ['stop-session', { sessionId: 's1' }, event('session-event', { type: 'updated', ref: 'r1' }), false],
  ['stop-session', { sessionId: 's1' }, event('session-event', { type: 'ended', ref: 'r2' }), false],
  ['get-report', {}, event('report-finished', { requestId: 5 }), true],
  ['get-report', {}, event('report-finished', { requestId: 6 }), false],
  ['get-report', {}, event('report-finished'), true],
])('%s %j is shown by %j: %s', async (name, input, shown, isEffect) => {
  expect((await effectOf(name, input, [asked, shown])) !== null).toBe(isEffect);
});

const started = (body: object) =>
  event('session-event', { type: 'started', ref: 'r1', tokenHash: 'tok', evseId: 1, ...body });

test.each<[string, object, object, object, boolean]>([
  ['1.6: with the token', { token: 'tok' }, {}, {}, true],
  ['1.6: with the token by its number', { tokenId: 'tok' }, {}, {}, true],
  ['1.6: with another token', { token: 'other' }, {}, {}, false],
  ['1.6: at the EVSE', { token: 'tok', evseId: 1 }, {}, {}, true],
  ['1.6: at another EVSE', { token: 'tok', evseId: 2 }, {}, {}, false],
  ['1.6: that goes on', { token: 'tok' }, {}, { type: 'updated' }, false],
  ['2.x: with the number of the start', { token: 'tok' }, { remoteStartId: 8 }, { remoteStartId: 8 }, true],
  ['2.x: with another number', { token: 'tok' }, { remoteStartId: 8 }, { remoteStartId: 9 }, false],
  ['2.x: that its answer named', { token: 'x' }, { ref: 'r1' }, { type: 'updated' }, true],
  ['2.x: when its answer named another', { token: 'tok' }, { ref: 'r2' }, {}, false],
])('a start is shown by the session of %s', async (_what, input, answer, body, isEffect) => {
  const outcome = { status: 'accepted', losses: [], answer };
  expect((await effectOf('start-session', input, [asked, started(body)], outcome)) !== null).toBe(isEffect);
});
