import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KillSwitchState } from '#contract/agents/kill-switch.ts';
import type { NewKey } from '#contract/agents/principal.ts';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';

let door: RestDoor;
beforeAll(async () => {
  door = await openRestDoor();
});
afterAll(() => door[Symbol.asyncDispose]());

async function change(isOn: boolean, key: Partial<NewKey>): Promise<{ status: number; killSwitch: KillSwitchState }> {
  const response = await door.fetch('/api/kill-switch', {
    method: 'POST',
    key: await door.key(key),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ isOn, why: 'a drill' }),
  });
  return { status: response.status, killSwitch: (await response.json()) as KillSwitchState };
}

test('an operator may use the kill switch, an administrator alone may lift it, and an agent neither; what is refused is audited', async () => {
  expect((await change(true, { role: 'viewer' })).status).toBe(403);
  expect((await change(true, { kind: 'agent', role: 'operator' })).status).toBe(403);
  const on = await change(true, { role: 'operator', kind: 'person' });
  expect(on).toMatchObject({
    status: 200,
    killSwitch: { isOn: true, why: 'a drill', byName: expect.any(String) as string },
  });
  expect((await change(false, { role: 'operator' })).status).toBe(403);
  expect((await change(false, { kind: 'agent', role: 'operator' })).status).toBe(403);
  const read = await door.fetch('/api/kill-switch', {});
  expect(await read.json()).toEqual(on.killSwitch);
  expect(await change(false, { role: 'administrator' })).toMatchObject({ status: 200, killSwitch: { isOn: false } });
  const { rows } = await door.database.pool.query(
    "select action, outcome from audit where action like '%kill-switch%' order by seq",
  );
  expect(rows.map(({ action, outcome }) => `${String(action)} ${String(outcome)}`)).toEqual([
    'POST /api/kill-switch refused',
    'POST /api/kill-switch refused',
    'kill-switch-on done',
    'kill-switch-off refused',
    'POST /api/kill-switch refused',
    'kill-switch-off done',
  ]);
  const events = await door.database.pool.query(
    "select body from event where kind = 'kill-switch-changed' order by id",
  );
  expect(events.rows).toMatchObject([{ body: { isOn: true, why: 'a drill' } }, { body: { isOn: false } }]);
});
