import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Halt } from '#contract/agents/halt.ts';
import type { NewKey } from '#contract/agents/principal.ts';
import { type HttpDoor, openHttpDoor } from '../../../test/support/http-door.ts';

let door: HttpDoor;
beforeAll(async () => {
  door = await openHttpDoor();
});
afterAll(() => door[Symbol.asyncDispose]());

async function change(isOn: boolean, key: Partial<NewKey>): Promise<{ status: number; halt: Halt }> {
  const response = await door.fetch('/api/halt', {
    method: 'POST',
    key: await door.key(key),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ isOn, why: 'a drill' }),
  });
  return { status: response.status, halt: (await response.json()) as Halt };
}

test('an operator may halt, an administrator alone may lift that, and an agent neither; what is refused is audited', async () => {
  expect((await change(true, { role: 'viewer' })).status).toBe(403);
  expect((await change(true, { kind: 'agent', role: 'operator' })).status).toBe(403);
  const on = await change(true, { role: 'operator', kind: 'person' });
  expect(on).toMatchObject({ status: 200, halt: { isOn: true, why: 'a drill', byName: expect.any(String) as string } });
  expect((await change(false, { role: 'operator' })).status).toBe(403);
  expect((await change(false, { kind: 'agent', role: 'operator' })).status).toBe(403);
  const read = await door.fetch('/api/halt', {});
  expect(await read.json()).toEqual(on.halt);
  expect(await change(false, { role: 'administrator' })).toMatchObject({ status: 200, halt: { isOn: false } });
  const { rows } = await door.database.pool.query(
    "select action, outcome from audit where action like '%halt%' order by seq",
  );
  expect(rows.map(({ action, outcome }) => `${String(action)} ${String(outcome)}`)).toEqual([
    'POST /api/halt refused',
    'POST /api/halt refused',
    'halt-on done',
    'halt-off refused',
    'POST /api/halt refused',
    'halt-off done',
  ]);
  const events = await door.database.pool.query("select body from event where kind = 'halt-changed' order by id");
  expect(events.rows).toMatchObject([{ body: { isOn: true, why: 'a drill' } }, { body: { isOn: false } }]);
});
