import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { silentLog } from '#base/log.ts';
import type { Principal } from '#contract/agents/principal.ts';
import type { RuleInput, RuleRun, StoredRule } from '#contract/automation/rule.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { waitFor } from './lasting.ts';
import { RuleEngine } from './rule-engine.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

const someone = { id: 'someone', name: 'Ana', kind: 'person', access: 'admin' } as unknown as Principal;

/** One process of several that work upon the same database, one after the other. */
function engine(personById: () => Promise<Principal | undefined> = () => Promise.resolve(someone)): RuleEngine {
  const { charging, ledger, pool, registry } = house;
  return new RuleEngine({
    charging,
    ledger,
    pool,
    registry,
    clock: systemTime,
    time: systemTime,
    log: silentLog,
    installationKey: randomBytes(32),
    personById,
    tell: () => Promise.resolve(1),
    endRule: () => Promise.resolve(),
  });
}

/** A rule that has to be told of what has lasted long enough by now. */
async function dueRule(): Promise<{ rule: StoredRule; waiting: Parameters<typeof waitFor>[1] }> {
  const rule = await house.api.post<StoredRule>('/api/rules', {
    name: 'A fault that lasts',
    when: { on: 'event', kind: 'connector-status', forMinutes: 5 },
    actions: [{ do: 'notify', text: 'Look at it' }],
  } satisfies RuleInput);
  const happenedAt = new Date().toISOString();
  const event: LedgerEvent = {
    ...{ id: `7.${rule.id}`, kind: 'connector-status', stationId: 'CP-7', happenedAt, recordedAt: happenedAt },
    ...{ principal: null, flags: [], body: { evseId: 1, connectorId: 1, status: 'faulted' } },
  };
  const waiting = { ruleId: rule.id, event, dueAt: new Date() };
  await waitFor(house.pool, waiting);
  return { rule, waiting };
}

const runsOf = async ({ id }: StoredRule) =>
  (await house.api.get<{ runs: RuleRun[] }>(`/api/rules/${id}/runs`)).runs.map(({ state, reason }) => [state, reason]);

async function lookOnce(): Promise<void> {
  const one = engine();
  await one.look();
  await one.settled();
}

test('what has lasted triggers its rule though the process dies while it decides', async () => {
  const { rule } = await dueRule();
  const { promise: hasTaken, resolve } = Promise.withResolvers<void>();
  const dying = engine(() => {
    resolve();
    return new Promise<never>(() => undefined); // it never comes to a decision
  });
  void dying.look();
  await hasTaken;
  expect(await runsOf(rule)).toEqual([]);
  await lookOnce();
  expect(await runsOf(rule)).toEqual([['done', null]]);
});

test('what is found again after its run had begun is neither done again nor called held back', async () => {
  const { rule, waiting } = await dueRule();
  await lookOnce();
  await waitFor(house.pool, waiting); // the process died before it could write that the wait is over
  await lookOnce();
  expect(await runsOf(rule)).toEqual([['done', null]]);
  const { rowCount } = await house.pool.query('select from rule_wait where rule_id = $1', [rule.id]);
  expect(rowCount).toBe(0);
});
