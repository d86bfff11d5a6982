import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const run = promisify(execFile);

export type Tmux = AsyncDisposable & {
  /** Types a line and presses Enter. */
  type(line: string): Promise<void>;
  /** A key by tmux's name, such as C-c or Tab. */
  press(key: string): Promise<void>;
  /** What stands on the screen, and has scrolled off it. */
  screen(): Promise<string>;
  /** Waits until the screen holds it; gives the screen. */
  until(wanted: RegExp | string, patienceMs?: number): Promise<string>;
  /** Waits until the program has ended; gives its exit code. */
  ended(): Promise<number>;
  /** Keeps the screen with its colours, where SCREENS_DIR says. */
  keep(name: string): Promise<void>;
};

type Given = { command: readonly string[]; cwd: string; env: Record<string, string>; columns?: number; rows?: number };

/** A program in a terminal of its own, with nobody's settings but those given. */
export async function openTmux({ command, cwd, env, columns = 100, rows = 45 }: Given): Promise<Tmux> {
  const socket = `sigec-${randomUUID()}`;
  const tmux = async (...args: string[]) => (await run('tmux', ['-L', socket, '-f', '/dev/null', ...args])).stdout;
  const variables = Object.entries({
    PATH: process.env['PATH'] ?? '',
    HOME: cwd,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    ...env,
  });
  const words = ['env', '-i', ...variables.map(([name, value]) => `${name}=${value}`), ...command];
  await tmux(
    '-u',
    'new-session',
    '-d',
    '-x',
    String(columns),
    '-y',
    String(rows),
    '-c',
    cwd,
    words.map(quoted).join(' '),
  );
  await tmux('set-option', '-g', 'remain-on-exit', 'on');
  const screen = () => tmux('capture-pane', '-p', '-S', '-200').then((text) => text.trimEnd());
  return {
    async type(line) {
      await tmux('send-keys', '-l', '--', line);
      await tmux('send-keys', 'Enter');
    },
    press: async (key) => void (await tmux('send-keys', key)),
    screen,
    async until(wanted, patienceMs = 30_000) {
      const patience = { timeout: patienceMs, interval: 100 };
      if (typeof wanted === 'string') await expect.poll(screen, patience).toContain(wanted);
      else await expect.poll(screen, patience).toMatch(wanted);
      return screen();
    },
    async ended() {
      const state = () => tmux('display-message', '-p', '#{pane_dead} #{pane_dead_status}');
      await expect.poll(state, { timeout: 30_000, interval: 100 }).toMatch(/^1 /);
      return Number((await state()).split(' ')[1]);
    },
    async keep(name) {
      const folder = process.env['SCREENS_DIR'];
      if (folder === undefined) return;
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${name}.txt`), `${await screen()}\n`);
      await writeFile(join(folder, `${name}.ansi`), await tmux('capture-pane', '-p', '-e', '-S', '-200'));
    },
    async [Symbol.asyncDispose]() {
      await tmux('kill-server').catch(() => undefined); // its program may have ended it
    },
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
