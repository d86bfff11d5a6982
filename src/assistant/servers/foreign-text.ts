import { stripVTControlCharacters } from 'node:util';

// Control, format (bidi, zero-width, tags), private use and unassigned characters, and those that show nothing by default.
const invisible = /(?![\n\t])[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** What a server wrote, fit for a model and a terminal: nothing hidden in it, nothing that moves the cursor, and no longer than it may be. */
export function foreignText(text: string, maxCharacters: number): string {
  const visible = stripVTControlCharacters(text).replace(/\r\n?/g, '\n').replace(invisible, '').trim();
  if (visible.length <= maxCharacters) return visible;
  return `${visible.slice(0, maxCharacters - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

export function foreignLine(text: string, maxCharacters: number): string {
  return foreignText(text.replace(/\s+/gu, ' '), maxCharacters);
}
