import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const guardFile = join(import.meta.dirname, 'crash-guard.ts');

/** A process of its own that is guarded and then fails. */
function crash(failure: string): Promise<{ code: unknown; out: string; err: string }> {
  const program = `
    const { guardAgainstCrashes } = await import(${JSON.stringify(guardFile)});
    const log = { error: (facts, sentence) => console.error(JSON.stringify({ ...facts, sentence })) };
    const guard = guardAgainstCrashes({ log, tell: (reference) => console.log('told ' + reference) });
    guard.closeFirst(async () => console.log('closed'));
    setInterval(() => {}, 1000);
    ${failure}`;
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', program], (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

test.each([
  ['a rejection that nobody handles', "Promise.reject(new Error('boom'));"],
  ['an error that nobody catches', "setTimeout(() => { throw new Error('boom'); });"],
  ['several at once', "Promise.reject(new Error('boom')); Promise.reject(new Error('again'));"],
])('%s is logged once with a reference, closes what is open, and ends with 1', async (_name, failure) => {
  const { code, out, err } = await crash(failure);
  expect(code).toBe(1);
  const logged = err.trim().split('\n');
  expect(logged).toHaveLength(1);
  const { reference, error } = JSON.parse(logged[0] ?? '{}') as { reference: string; error: string };
  expect(error).toBe('boom');
  expect(out).toBe(`told ${reference}\nclosed\n`);
});
