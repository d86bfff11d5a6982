import { mkdtempDisposable, readFile, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accepting, startSmallServer } from '../../test/support/small-station-server.ts';
import { startFleet } from './fleet.ts';
import { openJournal, readJournal } from './journal.ts';

test('the journal holds as acknowledged what was answered, and nothing else', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sigec-journal-'));
  const path = join(folder.path, 'journal.jsonl');
  const answered = new Set<string>();
  let statuses = 0;
  await using server = await startSmallServer({
    answer: (call) => {
      if (call.action === 'StatusNotification') statuses += 1;
      if (call.action !== 'BootNotification' && statuses > 20) return undefined; // from here on the server takes without a word
      answered.add(call.id);
      return accepting()(call);
    },
  });
  const journal = await openJournal(path);
  await using fleet = startFleet({
    url: server.url,
    count: 9,
    versions: ['1.6', '2.0.1', '2.1'],
    idPrefix: 'J-',
    journal,
    statusEverySeconds: 1,
    secondMs: 5,
    callTimeoutSeconds: 1000,
  });
  await server.until(
    () => new Set(server.calls.filter(({ id }) => !answered.has(id)).map(({ stationId }) => stationId)).size === 9,
  );
  for (const { stationId } of server.calls) server.drop(stationId);
  await server.until(() => server.connected === 0);
  await fleet.stop();
  await journal.close();

  const entries = await readJournal(path);
  const acknowledged = entries.filter(({ outcome }) => outcome === 'acknowledged');
  expect(new Set(acknowledged.map(({ messageId }) => messageId))).toEqual(answered);
  expect(entries.filter(({ outcome }) => outcome === 'unanswered').map(({ messageId }) => messageId)).not.toEqual([]);
  expect(journal.counts.acknowledged).toBe(answered.size);
  const reports = acknowledged.filter(({ action }) => action === 'StatusNotification');
  expect(new Set(reports.map(({ stationId, timestamp }) => `${stationId} ${timestamp}`)).size).toBe(reports.length);
  for (const report of reports) {
    const sent = server.calls.find(({ id }) => id === report.messageId)?.payload;
    expect(sent).toMatchObject({ timestamp: report.timestamp, connectorId: report.connectorId });
    expect(report.status).toBe(sent?.['status'] ?? sent?.['connectorStatus']);
  }
  const boots = acknowledged.filter(({ action }) => action === 'BootNotification');
  expect(boots.map(({ status }) => status)).toEqual(Array(9).fill('Accepted'));
});

test('a journal goes on where it was torn', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sigec-journal-'));
  const path = join(folder.path, 'journal.jsonl');
  const exchange = (messageId: string) => ({
    action: 'BootNotification',
    request: {},
    sentAt: new Date(),
    outcome: { kind: 'result', messageId, latencyMs: 1, answer: { status: 'Pending' } } as const,
  });
  const before = await openJournal(path);
  before.record('CP-1', exchange('a'));
  before.record('CP-1', exchange('b'));
  await before.close();
  await truncate(path, (await readFile(path)).length - 10);
  const after = await openJournal(path);
  after.record('CP-1', exchange('c'));
  await after.close();
  expect(await readJournal(path)).toMatchObject([
    { seq: 1, messageId: 'a', status: 'Pending' },
    { seq: 2, messageId: 'c' },
  ]);
});

test('a journal that cannot be opened says what to do', async () => {
  await expect(openJournal('/nowhere/at/all.jsonl')).rejects.toMatchObject({ code: 'CANNOT_START' });
});
