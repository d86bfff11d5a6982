import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const bin = join(import.meta.dirname, '..', '..', 'bin', 'sigec.js');

/** Runs the terminal command as a person would and gives back what it printed. */
export async function runSigec(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, exitCode: child.exitCode ?? -1 };
}
