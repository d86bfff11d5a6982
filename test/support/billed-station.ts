import { afterEach, beforeEach, expect } from 'vitest';
import type { SessionEvent } from '#charging/sessions/record/session-event.ts';
import { silentLog } from '../../src/base/log.ts';
import type { BillingNeeds } from '../../src/charging/billing/open-billing.ts';
import type { Bill } from '../../src/contract/billing/bill.ts';
import { sample, sessionEvent } from './charging-session.ts';
import { openRestDoor, type RestDoor } from './http-door.ts';

export const patience = { timeout: 60_000, interval: 20 };
export const register = 'Energy.Active.Import.Register';

/** The event with this number; `wh` stands on its register. */
export function event(seqNo: number, wh: number, more: Partial<SessionEvent> = {}): SessionEvent {
  const at = more.at ?? new Date(Date.UTC(2026, 2, 1, 8, seqNo));
  return sessionEvent(seqNo, { key: String(seqNo), at, samples: [sample(register, wh, { at })], ...more });
}
export const begin = (wh: number, more: Partial<SessionEvent> = {}) => event(0, wh, { kind: 'started', ...more });
export const end = (seqNo: number, wh: number, more: Partial<SessionEvent> = {}) =>
  event(seqNo, wh, { kind: 'ended', stopReason: 'Local', chargingState: null, ...more });

export const amounts = ({ entries }: Bill) => entries.map(({ kind, amount }) => [kind, amount]);

/** For each test of a file a station CP-1 behind a door of its own, whose sessions are billed. */
export function billedStation() {
  let door: RestDoor;
  let key: string;
  beforeEach(async () => {
    door = await openRestDoor();
    key = await door.key();
    await door.charging.acceptStation('CP-1', { withPassword: false }, { principal: null, door: 'system' });
  });
  afterEach(() => door[Symbol.asyncDispose]());

  const idOf = async (ref = 'S-1') => (await door.charging.sessions.findByRef('CP-1', ref))?.id ?? '';
  const billOf = async (ref = 'S-1') => door.charging.billing.bill(await idOf(ref));
  function ask(path: string, body: object, method = 'POST'): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return door.fetch(path, { method, key, headers, body: JSON.stringify(body) });
  }
  async function post(path: string, body: object): Promise<void> {
    const answer = await ask(path, body);
    if (!answer.ok) throw new Error(await answer.text());
  }
  return {
    door: () => door,
    idOf,
    billOf,
    ask,
    post,
    async record(...events: SessionEvent[]): Promise<void> {
      for (const one of events) await door.charging.sessions.record(one);
    },
    /** A tariff for CP-1 that held in March already. */
    async price(terms: object, id = 'day'): Promise<void> {
      await post('/api/tariffs', { id, currency: 'EUR', ...terms });
      await post('/api/tariff-assignments', { tariffId: id, stationId: 'CP-1', validFrom: '2026-01-01T00:00:00Z' });
    },
    async untilBilled(expected: object, ref = 'S-1'): Promise<void> {
      await expect.poll(() => billOf(ref), patience).toMatchObject(expected);
    },
    async rows(table: string): Promise<Record<string, unknown>[]> {
      return (await door.database.pool.query<Record<string, unknown>>(`select * from ${table}`)).rows;
    },
    /** From the table itself: reading the ledger waits for the oldest transaction of the whole server. */
    async events(kind: string) {
      const { rows } = await door.database.pool.query<{ body: Record<string, unknown>; flags: string[] }>(
        "select body_of(event) as body, coalesce(flags, '{}') as flags from event where kind = $1 order by xid, id",
        [kind],
      );
      return rows;
    },
    billingNeeds(): BillingNeeds {
      const { ledger, clock, charging, database } = door;
      const { tariffs, sessions } = charging;
      return { pool: database.pool, ledger, clock, log: silentLog, tariffs, sessions };
    },
  };
}
