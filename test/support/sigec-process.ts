import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const entry = join(import.meta.dirname, '..', '..', 'bin', 'sigec.js');

export type SigecProcess = AsyncDisposable & {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly shown: { out: string; err: string };
  /** Waits until the output holds it; fails when the process ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
};

type Given = {
  cwd: string;
  env?: Record<string, string>;
  /** How many files it may have open at once; absent: as many as whoever runs the tests. */
  maxOpenFiles?: number;
};

/** The terminal command as a process of its own, without the settings of whoever runs the tests. */
export function startSigecProcess(args: readonly string[], { cwd, env = {}, maxOpenFiles }: Given): SigecProcess {
  const { PATH = '' } = process.env;
  const command = [process.execPath, entry, ...args];
  const limited = maxOpenFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${maxOpenFiles}; exec "$0" "$@"`];
  const [program = '', ...rest] = [...limited, ...command];
  const child = spawn(program, rest, {
    cwd,
    env: { PATH, HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const shown = { out: '', err: '' };
  const shows = new EventEmitter(); // one listener per stream, however many wait
  const add = (name: 'out' | 'err') => (chunk: Buffer) => {
    shown[name] += chunk.toString();
    shows.emit('more');
  };
  child.stdout.on('data', add('out'));
  child.stderr.on('data', add('err'));
  const ended = once(child, 'close').then(([code]) => {
    shows.emit('more');
    return code as number | null;
  });
  return {
    child,
    shown,
    ended,
    async until(pattern) {
      for (;;) {
        const found = pattern.exec(shown.out) ?? pattern.exec(shown.err);
        if (found !== null) return found;
        if (child.exitCode !== null) throw new Error(`It ended before ${pattern}: ${shown.out}${shown.err}`);
        await once(shows, 'more');
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

export type SigecResult = { exitCode: number | null; out: string; err: string };

export async function runSigecProcess(args: readonly string[], given: Given): Promise<SigecResult> {
  await using sigec = startSigecProcess(args, given);
  return { exitCode: await sigec.ended, ...sigec.shown };
}
