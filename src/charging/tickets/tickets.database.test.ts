import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RepairReport, TicketDetails } from '#contract/tickets/ticket.ts';
import { adminKey } from '../../../test/support/api.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { bootPayload, connectRaw } from '../../../test/support/raw-station.ts';
import { scripted } from '../../../test/support/use-case.ts';

let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' }, { clock });
  await using station = scripted(await connectRaw(sigec.addresses.ocpp, 'CP-7', { protocols: ['ocpp2.0.1'] }));
  await station.call('BootNotification', bootPayload['2.0.1']);
});
afterAll(() => sigec[Symbol.asyncDispose]());

const open = (more: object = {}) =>
  sigec.api.post<TicketDetails>('/api/tickets', { stationId: 'CP-7', title: 'The latch is broken', ...more });
const change = (id: string, changes: object) => sigec.api.put<TicketDetails>(`/api/tickets/${id}`, changes);
const period = () => {
  const now = clock.now().getTime();
  return `from=${new Date(now - 86_400_000 * 30).toISOString()}&to=${new Date(now + 60_000).toISOString()}`;
};

test('a ticket goes from the fault with its evidence to the repair with its cause, parts and notes', async () => {
  const evidence = [{ kind: 'finding', id: 'f-1' }];
  const opened = await open({ mrec: 'CX025', severity: 'high', evseId: 1, evidence, note: 'A driver called.' });
  expect(opened).toMatchObject({
    state: 'open',
    mrec: 'CX025',
    severity: 'high',
    evidence,
    parts: [],
    resolvedAt: null,
    notes: [{ text: 'A driver called.' }],
  });
  expect(opened.number).toBeGreaterThan(0);
  await change(opened.id, { state: 'waiting-for-parts', assignedTo: 'Ana' });
  aheadMs += 7_200_000;
  const parts = [{ name: 'Latch', number: 'L-7' }];
  const resolved = await change(opened.id, { state: 'resolved', cause: 'lock', parts, note: 'Changed.' });
  expect(resolved).toMatchObject({
    state: 'resolved',
    cause: 'lock',
    assignedTo: 'Ana',
    parts: [{ ...parts[0], count: 1 }],
  });
  expect(resolved.notes).toHaveLength(2);
  aheadMs += 7_200_000;
  expect((await change(opened.id, { state: 'closed' })).resolvedAt).toBe(resolved.resolvedAt);
  expect((await change(opened.id, { state: 'open' })).resolvedAt).toBeNull();
});

test('mean time to repair counts what was resolved, by cause', async () => {
  const before = await sigec.api.get<RepairReport>(`/api/reports/repairs?stationId=CP-7&${period()}`);
  const one = await open({ title: 'Meter is silent' });
  const other = await open({ title: 'Meter is silent again' });
  aheadMs += 3_600_000;
  await change(one.id, { state: 'resolved', cause: 'meter' });
  aheadMs += 7_200_000;
  await change(other.id, { state: 'closed', cause: 'meter' });
  const report = await sigec.api.get<RepairReport>(`/api/reports/repairs?stationId=CP-7&${period()}`);
  expect(report.repairs).toBe(before.repairs + 2);
  const meter = report.byCause.find(({ cause }) => cause === 'meter');
  expect(meter?.repairs).toBe(2);
  expect((meter?.meanSecondsToRepair ?? 0) / 3600).toBeCloseTo(2, 1);
});

test('tickets are exported as CSV, and a text that begins like a formula is harmless there', async () => {
  await open({ title: '=HYPERLINK("http://x")' });
  const file = await sigec.fetch(`/api/tickets/export?stationId=CP-7`, {
    headers: { authorization: `Bearer ${adminKey}` },
  });
  const text = await file.text();
  expect(text.split(/\r?\n/)[0]).toMatch(/number,station,evse,title/);
  expect(text).toContain(`'=HYPERLINK`);
});

test('a file holds every ticket that fits, however many there are', async () => {
  await sigec.pool.query(
    `insert into ticket (id, station_id, title, severity, state, evidence, parts, opened_at, opened_by, changed_at)
     select gen_random_uuid(), 'CP-7', 'One of many', 'low', 'closed', '[]', '[]', now(), 'test', now() from generate_series(1, 1005)`,
  );
  const headers = { authorization: `Bearer ${adminKey}` };
  const file = await sigec.fetch('/api/tickets/export?state=closed&format=jsonl', { headers });
  const rows = (await file.text()).trimEnd().split('\n');
  expect(rows.filter((row) => row.includes('One of many'))).toHaveLength(1005);
  expect(new Set(rows).size).toBe(rows.length);
});

test('a code that is none, and a station that is not ours, are refused', async () => {
  await expect(open({ mrec: 'X1' })).rejects.toThrow(/CX014/);
  await expect(open({ stationId: 'NOBODY' })).rejects.toThrow(/404/);
});
