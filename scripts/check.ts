// `npm run check`: format, lint, types, imports, unused code and generated files, without running the tests.
import { runTool, seconds } from './run-tool.ts';

const steps = [
  { name: 'format', tool: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'lint', tool: 'oxlint', args: [] },
  { name: 'types', tool: 'tsc', args: ['-p', '.'] },
  { name: 'types of the console', tool: 'tsc', args: ['-p', 'console'] },
  {
    name: 'architecture',
    tool: 'vitest',
    args: [
      'run',
      'test/architecture.test.ts',
      'test/one-definition.test.ts',
      'test/unit-tests.test.ts',
      'test/retired-words.test.ts',
      'test/event-spine.test.ts',
      'test/documents.test.ts',
      'scripts/migration-rules.test.ts',
    ],
  },
  { name: 'unused code', tool: 'knip', args: ['--no-progress', '--no-config-hints'] },
  { name: 'lock file', tool: 'node', args: ['scripts/complete-lock.ts', '--check'] },
  { name: 'generated files', tool: 'node', args: ['scripts/generate.ts', '--check'] },
] as const;

/**
 * Runs every step, two at a time, prints one line each and the output of those that fail. Whoever runs all tests afterwards leaves out
 * those that the check runs, since they are among them.
 */
export async function check({ withTests }: { withTests: boolean }): Promise<{ passed: number; failures: string[] }> {
  const wanted = steps.filter(({ tool }) => withTests || tool !== 'vitest');
  const waiting = [...wanted];
  const failures: string[] = [];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { code, output, durationMs } = await runTool(step.tool, step.args);
      console.log(`${code === 0 ? '✓' : '✗'} ${step.name} (${seconds(durationMs)})`);
      if (code === 0) continue;
      failures.push(`check: ${step.name}`);
      console.log(output.trimEnd());
    }
  };
  await Promise.all([work(), work()]);
  return { passed: wanted.length - failures.length, failures };
}

if (import.meta.main) {
  const { failures } = await check({ withTests: true });
  process.exitCode = failures.length === 0 ? 0 : 1;
}
