import { stripVTControlCharacters } from 'node:util';

/** Longer texts of a station do not make a sentence clearer. */
const longestText = 60;
/** Deeper than any message of OCPP is nested. */
const deepest = 12;

// Control, format (bidi, zero-width, tags), private use and unassigned characters, and those that show nothing by default.
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** What a station wrote, as a short text of one line that can neither command a terminal nor reorder what is read. */
export function cleanText(text: string): string {
  const shown = stripVTControlCharacters(text.slice(0, 10 * longestText))
    .replace(/\s+/gu, ' ')
    .replace(invisible, '')
    .trim();
  if (shown.length <= longestText) return shown;
  return `${shown.slice(0, longestText - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The same for all texts in a message. */
export function cleanTexts(value: unknown, levels = deepest): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (value === null || typeof value !== 'object' || levels === 0) return value;
  if (Array.isArray(value)) return value.map((item) => cleanTexts(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanTexts(inner, levels - 1)]));
}
