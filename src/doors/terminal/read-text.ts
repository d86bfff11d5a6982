import { readFile } from 'node:fs/promises';
import { asError, SigecError } from '#base/errors.ts';
import type { Terminal } from './terminal.ts';

/** A file, or the input for "-". */
export async function readText({ input, text }: Terminal, file: string): Promise<string> {
  if (file === '-') return input.all();
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    throw new SigecError('INVALID_INPUT', text.input.cannotRead(file, asError(thrown).message), { cause: thrown });
  }
}
