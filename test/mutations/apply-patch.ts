import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Applies a unified diff to a folder and returns the files that it changed. Hunks are found by their text rather than by line numbers, so that a change elsewhere in the
 * file does not matter; one whose text is not there exactly once no longer fits.
 */
export async function applyPatch(folder: string, patch: string): Promise<string[]> {
  const patched: string[] = [];
  for (const part of patch.split(/^--- /m).slice(1)) {
    const path = /^\+\+\+ b\/(\S+)/m.exec(part)?.[1];
    if (path === undefined) throw new Error('The patch names no file: a line "+++ b/…" is missing.');
    const file = join(folder, path);
    let text = await readFile(file, 'utf8').catch(() => {
      throw new Error(`${path} is not there any more: make the patch anew for where its code is now.`);
    });
    for (const hunk of part.split(/^@@.*\n/m).slice(1)) {
      const lines = hunk.replace(/\n$/, '').split('\n');
      const [before, after] = [side(lines, '-'), side(lines, '+')];
      if (text.split(before).length !== 2)
        throw new Error(`${path} has changed: the patch no longer fits it. Make it anew, breaking the same rule.`);
      text = text.replace(before, () => after);
    }
    await writeFile(file, text);
    patched.push(path);
  }
  return patched;
}

/** The lines of one side of a hunk: its context, and what is taken away or put in. */
function side(lines: readonly string[], sign: '-' | '+'): string {
  return lines
    .filter((line) => line.startsWith(' ') || line.startsWith(sign) || line === '')
    .map((line) => `${line.slice(1)}\n`)
    .join('');
}
