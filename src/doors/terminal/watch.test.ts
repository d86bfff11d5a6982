import { expect, test } from 'vitest';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { watch } from './watch.ts';

test('a program that reads along gets a block for every change, and none without', async () => {
  const terminal = recordedTerminal();
  const views = [['one'], ['one'], ['two']];
  await watch(
    terminal,
    async () => {
      if (views.length === 1) terminal.interrupt();
      return views.shift() ?? [];
    },
    { pauseMs: 1 },
  );
  expect(terminal.shown.out).toBe('one\n');
});

test('a screen is drawn anew, and lines without room are counted', async () => {
  const terminal = recordedTerminal({ screen: { columns: 80, rows: 4 } });
  let draws = 0;
  await watch(
    terminal,
    async () => {
      draws += 1;
      if (draws === 2) terminal.interrupt();
      return ['1', '2', '3', '4', '5'];
    },
    { pauseMs: 1 },
  );
  expect(terminal.shown.out).toBe('\u001b[H\u001b[J1\n2\n… and 3 more\n');
});

test('a failure after the first view is told below it, and the view comes back', async () => {
  const terminal = recordedTerminal();
  const views: (() => string[])[] = [
    () => ['well'],
    () => {
      throw new Error('The server is away.');
    },
    () => ['well'],
    () => {
      terminal.interrupt();
      return [];
    },
  ];
  await watch(terminal, async () => views.shift()?.() ?? [], { pauseMs: 1 });
  expect(terminal.shown.out).toBe('well\nwell\nThe server is away. Trying again …\nwell\n');
});

test('a failure of the first view ends the command', async () => {
  const draw = () => Promise.reject(new Error('never there'));
  await expect(watch(recordedTerminal(), draw, { pauseMs: 1 })).rejects.toThrow('never there');
});
