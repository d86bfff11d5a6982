import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HistoryFile } from './history-file.ts';

async function someFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'sigec-history-')), 'history');
}

test('what was typed is there again, the newest first, without repetitions', async () => {
  const file = await someFile();
  const history = await HistoryFile.open(file);
  for (const line of ['one', 'two\nlines', 'one', '']) await history.add(line);
  expect(history.lines).toEqual(['one', 'two\nlines']);
  expect((await HistoryFile.open(file)).lines).toEqual(['one', 'two\nlines']);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a line that begins with a space is not kept', async () => {
  const file = await someFile();
  const history = await HistoryFile.open(file);
  await history.add(' a secret');
  await history.add('fine');
  expect(await readFile(file, 'utf8')).toBe('"fine"\n');
});

test('broken lines are passed over, and a file that grew long is shortened', async () => {
  const file = await someFile();
  const lines = Array.from({ length: 1_500 }, (_, number) => JSON.stringify(`line ${number}`));
  await writeFile(file, `{broken\n42\n${lines.join('\n')}\n"cut of`);
  const { lines: read } = await HistoryFile.open(file);
  expect([read.length, read[0]]).toEqual([500, 'line 1499']);
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(501);
});

test('a place that cannot be written to is no reason to stop', async () => {
  const history = await HistoryFile.open('/proc/nowhere/history');
  await history.add('one');
  expect(history.lines).toEqual(['one']);
});
