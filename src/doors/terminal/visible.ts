import { stripVTControlCharacters } from 'node:util';

// Control, format (bidi, zero-width, tags), private use and unassigned characters, and those that show nothing by default.
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** What a station or a person elsewhere wrote, as one line that cannot move the cursor, change colours or hide text. */
export function visible(text: string): string {
  return stripVTControlCharacters(text).replace(/\s+/gu, ' ').replace(invisible, '').trim();
}

/** Lines below a heading, set in by so many blanks. */
export function indented(lines: readonly string[], blanks: number): string {
  return lines.map((line) => `${' '.repeat(blanks)}${line}`).join('\n');
}
