import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { ownJson } from '#base/json.ts';

const maxLines = 500;

/** What was typed, across conversations: one line of JSON each, the oldest first. */
export class HistoryFile {
  /** The newest first, as it is walked through with the arrow keys. */
  lines: string[];
  private readonly file: string;

  private constructor(file: string, lines: string[]) {
    this.file = file;
    this.lines = lines;
  }

  static async open(file: string): Promise<HistoryFile> {
    const kept = (await readFile(file, 'utf8').catch(() => '')).split('\n').flatMap(readLine);
    const lines = [...new Set(kept.toReversed())].slice(0, maxLines);
    if (kept.length > maxLines * 2) {
      const shortened = lines.toReversed().map((line) => `${JSON.stringify(line)}\n`);
      await writeFile(file, shortened.join(''), { mode: 0o600 }).catch(() => undefined);
    }
    return new HistoryFile(file, lines);
  }

  /** A line that begins with a space is not kept. One that cannot be kept is no reason to stop. */
  async add(line: string): Promise<void> {
    if (/^\s/.test(line) || line === '') return;
    this.lines = [line, ...this.lines.filter((other) => other !== line)].slice(0, maxLines);
    await appendFile(this.file, `${JSON.stringify(line)}\n`, { mode: 0o600 }).catch(() => undefined);
  }
}

function readLine(line: string): string[] {
  const read = ownJson(line); // cut off, or of somebody else
  return typeof read === 'string' ? [read] : [];
}
