import { readFile } from 'node:fs/promises';
import { asError, SigecError } from '#base/errors.ts';

/** More would be read with every question, and paid for. */
const maxCharacters = 20_000;

/** What whoever runs the system wants models to know. Empty: there is no such file. */
export async function readHouseRules(path: string): Promise<string> {
  if (path === '') return '';
  try {
    const text = (await readFile(path, 'utf8')).trim();
    if (text.length <= maxCharacters) return text;
    throw new Error(`it has ${text.length} characters, and ${maxCharacters} are the most`);
  } catch (cause) {
    const why = `HOUSE_RULES_FILE ${path} cannot be used: ${asError(cause).message}`;
    throw new SigecError('CANNOT_START', why, { cause });
  }
}
