import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, join } from 'node:path';

/** The folder of package.json: every script works from here, wherever it was called. */
export const root = dirname(import.meta.dirname);

type ToolRun = { code: number; output: string; durationMs: number };
type ToolOptions = { show?: boolean; env?: Record<string, string> };

/** Runs an installed tool such as `tsc` on the Node that runs us; `show` prints its output as it comes instead of keeping it. */
export async function runTool(
  tool: string,
  args: readonly string[],
  { show = false, env = {} }: ToolOptions = {},
): Promise<ToolRun> {
  const startedAt = performance.now();
  const bin = join(root, 'node_modules', '.bin');
  const path = [dirname(process.execPath), bin, process.env['PATH']].join(delimiter);
  const command = tool === 'node' ? process.execPath : join(bin, tool);
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: path, ...env },
    shell: process.platform === 'win32' && tool !== 'node', // npm leaves .cmd files there
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = await once(child, 'close').catch((error: unknown) => error);
  const durationMs = performance.now() - startedAt;
  if (!Array.isArray(ended))
    return { code: 1, output: `${tool} could not be started: ${String(ended)}. Run npm ci.`, durationMs };
  const code: unknown = ended[0]; // null when a signal ended it
  return { code: typeof code === 'number' ? code : 1, output: Buffer.concat(chunks).toString(), durationMs };
}

export function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}
