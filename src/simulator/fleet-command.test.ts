import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accepting, type ReceivedCall, startSmallServer } from '../../test/support/small-station-server.ts';
import { type FleetCommandOptions, runFleetCommand } from './fleet-command.ts';
import { readJournal } from './journal.ts';

test('a run without errors ends with a summary and the exit code 0', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sigec-fleet-'));
  const journal = join(folder.path, 'journal.jsonl');
  await using server = await startSmallServer({ answer: accepting() });
  const lines: string[] = [];
  const code = await runFleetCommand({ count: '6', url: server.url, duration: '1s', journal }, (line) =>
    lines.push(line),
  );
  expect(code).toBe(0);
  expect(lines[0]).toBe(`Connecting 6 stations (OCPP 1.6, 2.0.1, 2.1) to ${server.url}`);
  expect(lines.at(-1)).toBe('0 errors');
  const reports = server.calls.filter(({ action }) => action !== 'Heartbeat');
  expect(lines).toContain(`${reports.length} acknowledged boots and status reports are in the journal`);
  expect(await readJournal(journal)).toHaveLength(reports.length);
});

test('a run with errors names them and ends with the exit code 1, in Portuguese if so asked', async () => {
  await using server = await startSmallServer({ refuse: () => 401 });
  const lines: string[] = [];
  const options: FleetCommandOptions = {
    count: '1',
    version: ['2.1'],
    url: server.url,
    duration: '0.2s',
    language: 'pt-BR',
  };
  expect(await runFleetCommand(options, (line) => lines.push(line))).toBe(1);
  expect(lines.at(-1)).toBe('1 erros (cannot-connect:http-401 × 1)');
});

test('with tokens drivers come, and the summary tells what the meters counted', async () => {
  const answer = (call: ReceivedCall) =>
    call.action === 'Authorize' ? { idTokenInfo: { status: 'Accepted' } } : accepting()(call);
  await using server = await startSmallServer({ answer });
  const lines: string[] = [];
  const options = { count: '2', version: ['2.1'], url: server.url, duration: '3s', token: ['DRIVER'] };
  expect(await runFleetCommand(options, (line) => lines.push(line))).toBe(0);
  const ended = server.calls.filter(({ payload }) => payload['eventType'] === 'Ended').length;
  expect(lines.join('\n')).toMatch(
    new RegExp(`^${ended} sessions, ${ended} of them ended: their meters counted \\d+ Wh$`, 'm'),
  );
});

test('stations that wait to be accepted are no error, but no success either', async () => {
  const answer = (call: ReceivedCall) => ({
    ...accepting(60)(call),
    ...(call.action === 'BootNotification' && { status: 'Pending' }),
  });
  await using server = await startSmallServer({ answer });
  const lines: string[] = [];
  const code = await runFleetCommand({ count: '2', url: server.url, duration: '200ms' }, (line) => lines.push(line));
  expect(code).toBe(1);
  expect(lines.join('\n')).toContain('2 stations wait to be accepted');
  expect(lines.at(-1)).toBe('0 errors');
});

test('the signal ends a run that has no duration', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  const stopping = new AbortController();
  const running = runFleetCommand({ count: '3', url: server.url, signal: stopping.signal }, () => undefined);
  await server.until(() => new Set(server.calls.filter(isStatus).map(({ stationId }) => stationId)).size === 3);
  stopping.abort();
  expect(await running).toBe(0);
});

test.each<[Partial<FleetCommandOptions>, string]>([
  [{ count: 'many' }, 'N cannot be "many"; it accepts a whole number from 1 to 50000.'],
  [{ count: '0' }, 'N cannot be "0"'],
  [{ version: ['1.6', '1.5'] }, '--version cannot be "1.5"; it accepts 1.6, 2.0.1, 2.1 or all.'],
  [{ url: 'http://127.0.0.1:9000' }, '--url cannot be'],
  [{ prefix: 'a/b' }, '--prefix cannot be'],
  [{ prefix: 'x'.repeat(48) }, '--prefix cannot be'],
  [{ duration: 'a while' }, '--duration cannot be "a while"; it accepts a duration such as 90s, 5m or 2h.'],
  [{ duration: '0' }, '--duration cannot be "0"'],
  [{ sampleEvery: 'often' }, '--sample-every cannot be "often"'],
  [{ oddity: ['toString'] }, '--oddity cannot be "toString"; it accepts repeats-events, '],
])('the wrong option %j is explained', async (options, sentence) => {
  await expect(runFleetCommand({ count: '1', ...options }, () => undefined)).rejects.toThrow(sentence);
});

function isStatus({ action }: ReceivedCall): boolean {
  return action === 'StatusNotification';
}
