import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandRecord } from '../../src/contract/commands/command.ts';
import type { AcceptedStation, Station } from '../../src/contract/stations/station.ts';
import { leaksOf, wholeDatabase } from '../support/leaks.ts';
import { bootPayload, connectRaw, statusOfRefusal } from '../support/raw-station.ts';
import { runSigec } from '../support/run-sigec.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import { scripted } from '../support/use-case.ts';
import { refusedUpgrade } from './raw-upgrade.ts';

/** An installation that others can reach, behind a proxy that says where they come from. */
let sigec: TestSigec;
let url: string;
const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };

beforeAll(async () => {
  const open = { ALLOWED_HOSTS: 'csms.example.org', TRUSTED_PROXIES: '127.0.0.1' };
  sigec = await startSigec(open, { clock });
  url = sigec.addresses.ocpp;
});
afterAll(() => sigec[Symbol.asyncDispose]());

const boot = [2, 'boot', 'BootNotification', bootPayload['2.0.1']];
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const wrong = 'not-its-password-at-all';

async function accepted(id: string): Promise<string> {
  const { password } = await sigec.api.post<AcceptedStation>(`/api/stations/${id}/accept`, { withPassword: true });
  return password ?? '';
}

describe('A1 a visitor without a credential, who knows the id of a station', () => {
  const exempt = (id: string, network: string, ms = 3_600_000) =>
    sigec.api.put<Station>(`/api/stations/${id}/password-exemption`, {
      network,
      why: 'Its firmware knows no password',
      until: new Date(clock.now().getTime() + ms).toISOString(),
    });

  test('A1 hears 401, before anything is written', async () => {
    await accepted('A1-KNOWN');
    const database = new Client({ connectionString: sigec.databaseUrl });
    await database.connect();
    await database.query('begin; lock table event, station in exclusive mode'); // whatever is written waits
    expect(await statusOfRefusal(url, { stationId: 'A1-KNOWN' })).toBe(401);
    expect(await statusOfRefusal(url, { stationId: 'A1-UNKNOWN' })).toBe(401);
    await database.query('rollback');
    await database.end();
  });

  test('A1 comes in by an exemption that a person granted this station, from its network, until it ends', async () => {
    await accepted('A1-OLD');
    await accepted('A1-OTHER');
    const { passwordExemption } = await exempt('A1-OLD', '198.51.100.0/24');
    expect(passwordExemption).toMatchObject({ network: '198.51.100.0/24', grantedBy: expect.any(String) as string });
    for (const [stationId, address] of [
      ['A1-OLD', '203.0.113.5'],
      ['A1-OTHER', '198.51.100.7'],
    ] as const)
      expect(await statusOfRefusal(url, { stationId, ...from(address) })).toBe(401);
    expect(await statusOfRefusal(url, { stationId: 'A1-OLD', password: wrong, ...from('198.51.100.7') })).toBe(401);
    await using station = await connectRaw(url, 'A1-OLD', from('198.51.100.7'));
    expect(await station.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
    const env = { SIGEC_KEY: adminKey, SIGEC_URL: sigec.addresses.api };
    const shown = await runSigec(['station', 'show', 'A1-OLD'], env);
    expect(shown.stdout).toContain('not needed from 198.51.100.0/24 until');
    clock.aheadMs = 3_600_000;
    expect(await station.closed).toBe(1008);
    expect(await statusOfRefusal(url, { stationId: 'A1-OLD', ...from('198.51.100.7') })).toBe(401);
    clock.aheadMs = 0;
    await using again = await connectRaw(url, 'A1-OLD', from('198.51.100.7'));
    await sigec.api.delete('/api/stations/A1-OLD/password-exemption');
    expect(await again.closed).toBe(1008);
  });

  test('A1 an exemption for everywhere or for ever cannot be granted', async () => {
    await accepted('A1-WIDE');
    await expect(exempt('A1-WIDE', '0.0.0.0/0')).rejects.toThrow('400');
    await expect(exempt('A1-WIDE', '10.0.0.0/8', 365 * 86_400_000)).rejects.toThrow('within 90 days');
  });
});

test('A2 a name that is not ours, a wrong password and none are told apart neither by the answer nor by its time', async () => {
  const ways = { unknown: [] as number[], wrong: [] as number[], none: [] as number[] };
  const answers = new Set<string>();
  for (let nth = 0; nth < 25; nth += 1) {
    for (const way of ['WRONG', 'NONE']) await accepted(`A2-${way}-${nth}`);
    const address = `203.0.113.${nth + 1}`;
    const visits = {
      unknown: { stationId: `A2-NOBODY-${nth}`, password: wrong },
      wrong: { stationId: `A2-WRONG-${nth}`, password: wrong },
      none: { stationId: `A2-NONE-${nth}` },
    };
    for (const way of ['unknown', 'wrong', 'none'] as const) {
      const { answer, tookMs } = await refusedUpgrade(url, { ...visits[way], from: address });
      answers.add(answer);
      ways[way].push(tookMs);
    }
  }
  expect([...answers]).toEqual([expect.stringMatching(/^HTTP\/1\.1 401 Unauthorized/)]);
  const medians = Object.values(ways).map((times) => times.toSorted((a, b) => a - b)[12] ?? 0);
  expect(Math.min(...Object.values(ways).flat())).toBeGreaterThan(45); // 50, less what two clocks may differ by
  expect(Math.max(...medians) - Math.min(...medians)).toBeLessThan(25);
});

describe('A3 somebody tries passwords as fast as they can', () => {
  test('A3 is stopped before anything is compared, and the station itself is not, wherever it comes from', async () => {
    const password = await accepted('A3-KNOWN');
    const attack = { stationId: 'A3-KNOWN', password: wrong, ...from('203.0.113.200') };
    const statuses = await Promise.all(Array.from({ length: 60 }, () => statusOfRefusal(url, attack)));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(32);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(28);
    // Neither the name alone is locked, nor the address alone, nor both for who has the password.
    expect(await statusOfRefusal(url, { ...attack, ...from('198.51.100.201') })).toBe(401);
    expect(await statusOfRefusal(url, { ...attack, stationId: 'A3-ANOTHER' })).toBe(401);
    await using station = await connectRaw(url, 'A3-KNOWN', { password, ...from('203.0.113.200') });
    expect(await station.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
  });

  test('A3 more than 8 KiB of headers are not read', async () => {
    const headers = { 'x-padding': 'x'.repeat(9_000) };
    expect(await statusOfRefusal(url, { stationId: 'A3-LONG', headers })).toBe(431);
  });
});

describe('A8 a new password is sent to a station, and its answer is lost', () => {
  test.each([
    ['the new one', true],
    ['the old one', false],
  ])('A8 it returns with %s, is let in, and only that one is good from then on', async (_which, isNew) => {
    const id = `A8-${isNew ? 'NEW' : 'OLD'}`;
    const before = await accepted(id);
    const station = scripted(await connectRaw(url, id, { password: before }));
    await station.call('BootNotification', bootPayload['2.0.1']);
    const running = sigec.api.post<CommandRecord>(`/api/stations/${id}/commands/change-password`, { input: {} });
    const [, , , asked] = (await station.next()) as [number, string, string, { setVariableData: [Asked] }];
    const after = asked.setVariableData[0].attributeValue;
    station.socket.terminate();
    const record = await running;
    expect(record).toMatchObject({ outcome: { status: 'no-answer' } });
    const [taken, other] = isNew ? [after, before] : [before, after];
    await using returned = await connectRaw(url, id, { password: taken });
    expect(await returned.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
    expect(await statusOfRefusal(url, { stationId: id, password: other })).toBe(401);
    const { messages } = await sigec.api.get<{ messages: object[] }>(`/api/stations/${id}/messages?limit=100`);
    const told = { where: 'what is shown', text: JSON.stringify([record, messages]) };
    expect(leaksOf([after, before], [...(await wholeDatabase(sigec.databaseUrl)), told])).toEqual([]);
  });
});

type Asked = { attributeValue: string };
