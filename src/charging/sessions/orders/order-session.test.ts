import { describe, expect, test } from 'vitest';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { Session } from '#contract/sessions/session.ts';
import type { Connector, Station } from '#contract/stations/station.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { startSession, stopSession } from './order-session.ts';

const actor = { principal: null, door: 'rest' } as unknown as Actor;
const asked = { kind: 'command-asked', stationId: 'CP-1', body: { commandId: 'c1' } };
const begun = { kind: 'session-event', stationId: 'CP-1', body: { type: 'started', ref: 'r1', tokenHash: 'tok' } };
const ended = { kind: 'session-event', stationId: 'CP-1', body: { type: 'ended', ref: 'r1' } };
const connector = (evseId: number, status: string) => ({ evseId, connectorId: 1, status }) as unknown as Connector;

type Given = {
  outcome?: object | null;
  events?: readonly object[];
  /** The state of the session at each look. */
  states?: readonly string[];
  station?: object;
};

function ordering({ outcome = { status: 'accepted' }, events = [], states = ['running'], station = {} }: Given = {}) {
  const seen: unknown[] = [];
  let looks = 0;
  const needs = {
    ledger: {
      head: async () => '7',
      async *follow({ since }: { since: string }) {
        seen.push(['follow', since]);
        for (const event of events) yield event as LedgerEvent;
      },
    } as unknown as Ledger,
    sessions: {
      get: async () => {
        const state = states[Math.min(looks, states.length - 1)];
        looks += 1;
        return { id: 's1', stationId: 'CP-1', ref: 'r1', state, endedAt: 'at eight' } as unknown as Session;
      },
      findByRef: async (stationId: string, ref: string) => ({ stationId, ref }) as Session,
    },
    runCommand: async (ask: { name: string; input: object }) => {
      seen.push([ask.name, ask.input]);
      return { id: 'c1', stationId: 'CP-1', input: ask.input, outcome } as unknown as CommandRecord;
    },
    getStation: async () =>
      ({ id: 'CP-1', connectors: [], link: { state: 'online', since: null }, ...station }) as unknown as Station,
  };
  return { needs, seen };
}

const start = (given: Given, more: object = {}) =>
  startSession(ordering(given).needs, { stationId: 'CP-1', token: 'tok', actor, waitSeconds: 5, ...more });
const stop = (given: Given, more: object = {}) =>
  stopSession(ordering(given).needs, { sessionId: 's1', actor, waitSeconds: 5, ...more });

describe('a start', () => {
  test('has begun with the first session after its command', async () => {
    const { needs, seen } = ordering({ events: [begun, asked, begun] });
    const order = await startSession(needs, { stationId: 'CP-1', token: 'tok', evseId: 2, actor, waitSeconds: 5 });
    expect(order).toMatchObject({ result: 'not-seen' }); // at another EVSE than asked
    expect(seen).toEqual([
      ['start-session', { token: 'tok', evseId: 2 }],
      ['follow', '7'],
    ]);
    expect(await start({ events: [asked, begun] })).toMatchObject({ result: 'started', session: { ref: 'r1' } });
  });

  test.each([
    ['before the command', [begun, asked]],
    ['at another station', [asked, { ...begun, stationId: 'CP-2' }]],
    ['that goes on', [asked, { ...begun, body: { ...begun.body, type: 'updated' } }]],
    ['of another command', [{ ...asked, body: { commandId: 'c2' } }, begun]],
    ['of another kind', [asked, { ...begun, kind: 'station-booted' }]],
  ])('is not taken for a session %s', async (_what, events) => {
    expect(await start({ events })).toMatchObject({ result: 'not-seen', session: null });
  });

  test('needs one token, no more and no less', async () => {
    await expect(start({}, { token: undefined })).rejects.toThrow('needs one token');
    await expect(start({}, { tokenId: 'tok' })).rejects.toThrow('needs one token');
    expect(await start({ events: [asked, begun] }, { token: undefined, tokenId: 'tok' })).toMatchObject({
      result: 'started',
    });
  });

  test.each<[object | null, string]>([
    [{ status: 'accepted' }, 'accepted'],
    [{ status: 'rejected' }, 'refused'],
    [{ status: 'no-answer' }, 'no-answer'],
    [null, 'no-answer'],
  ])('of the outcome %j that nobody waits for ends as %s', async (outcome, result) => {
    expect(await start({ outcome, events: [asked, begun] }, { waitSeconds: 0 })).toMatchObject({ result });
  });

  test('at a station that is offline went nowhere, and says since when', async () => {
    const outcome = { status: 'not-sent' };
    const link = { state: 'offline', since: '2026-03-01T08:00:00Z' };
    await expect(start({ outcome, station: { link } })).rejects.toThrow('is offline since 2026-03-01T08:00:00Z, so');
    await expect(start({ outcome, station: { link: { ...link, since: null } } })).rejects.toThrow('is offline, so');
    expect(await start({ outcome })).toMatchObject({ result: 'not-sent' });
  });

  test.each<[string, number | undefined, Connector[], string]>([
    ['where all is free', undefined, [connector(1, 'available')], 'Station CP-1 seems free. Plug the vehicle in first'],
    ['where nothing was reported', 1, [], 'EVSE 1 of station CP-1 seems free.'],
    ['where one is free', undefined, [connector(1, 'faulted'), connector(2, 'available')], 'seems free.'],
    ['at an EVSE that nobody knows', 3, [connector(1, 'available')], 'EVSE 3 of station CP-1 was never reported'],
    ['at an EVSE in use', 1, [connector(1, 'occupied'), connector(2, 'available')], 'is occupied.'],
    ['at a reserved EVSE', 1, [connector(1, 'reserved')], 'is reserved.'],
    ['at a closed station', undefined, [connector(0, 'available'), connector(1, 'unavailable')], 'is unavailable.'],
    ['at a broken station', undefined, [connector(1, 'faulted')], 'reports a fault.'],
  ])('that was refused %s comes with advice', async (_what, evseId, connectors, advice) => {
    const order = await start({ outcome: { status: 'rejected' }, station: { connectors } }, { evseId });
    expect(order.advice).toContain(advice);
  });
});

describe('a stop', () => {
  test('is of a session that runs', async () => {
    await expect(stop({ states: ['ended'] })).rejects.toThrow('Session s1 has ended already (at eight)');
  });

  test('has ended with the end of its session', async () => {
    expect(await stop({ events: [asked, ended], states: ['running', 'running', 'ended'] })).toMatchObject({
      result: 'ended',
    });
    expect(await stop({ states: ['running', 'ended'] })).toMatchObject({ result: 'ended' });
  });

  test('that a station promised and nobody saw is not seen', async () => {
    const other = { ...ended, body: { ...ended.body, ref: 'r2' } };
    expect(await stop({ events: [asked, other] })).toMatchObject({ result: 'not-seen', advice: null });
  });

  test.each<[object, object, string]>([
    [{ status: 'accepted' }, { waitSeconds: 0 }, 'accepted'],
    [{ status: 'rejected' }, {}, 'refused'],
  ])('of the outcome %j with %j ends as %s', async (outcome, more, result) => {
    expect(await stop({ outcome, events: [asked, ended] }, more)).toMatchObject({ result });
  });
});
