import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSigecProcess } from '../../../test/support/sigec-process.ts';

const terminalFile = join(import.meta.dirname, 'terminal.ts');

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'the first %s asks to end, the second ends at once',
  async (signal) => {
    const program = `
    const { openTerminal } = await import(${JSON.stringify(terminalFile)});
    openTerminal([]).untilInterrupted().addEventListener('abort', () => console.log('asked'));
    setInterval(() => {}, 1000);
    console.log('waiting');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    for (const word of ['waiting', 'asked']) {
      const [shown] = (await once(child.stdout, 'data')) as [Buffer];
      expect(shown.toString()).toBe(`${word}\n`);
      child.kill(signal);
    }
    expect(await ended).toEqual([1, null]);
  },
);

test('output that nobody reads any more is no failure', async () => {
  await using sigec = startSigecProcess(['serve', '--help'], { cwd: import.meta.dirname });
  sigec.child.stdout.destroy();
  expect(await sigec.ended).toBe(0);
  expect(sigec.shown.err).toBe('');
});
