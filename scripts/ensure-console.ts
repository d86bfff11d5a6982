import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runTool } from './run-tool.ts';

const built = join(root, 'console', 'dist');
const stamp = join(built, '.sources'); // hash of what the console was built from; Vite empties the folder first, so a broken build has none

/** Builds the console when it is missing or its sources have changed since; otherwise costs a few milliseconds. */
export async function ensureConsole(): Promise<void> {
  if (!existsSync(join(root, 'console', 'index.html'))) return;
  const sources = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  if (!existsSync(join(root, 'node_modules', 'vite'))) {
    console.error(
      'The console is not built and its tools are not installed: run npm ci without --omit=dev to have it.',
    );
    return;
  }
  console.error('Building the console, once …');
  const { code, output } = await runTool('vite', ['build', 'console', '--logLevel', 'warn']);
  if (code !== 0) throw new Error(`The console could not be built:\n${output}`);
  writeFileSync(stamp, sources);
}

function hashOfSources(): string {
  const files = globSync(['console/**/*.*', 'src/contract/**/*.ts', 'package-lock.json'], {
    cwd: root,
    exclude: ['console/dist/**', 'console/node_modules/**', '**/*.test.*'],
  });
  const hash = createHash('sha256');
  for (const file of files.toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
