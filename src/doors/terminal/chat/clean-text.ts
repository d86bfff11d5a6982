import { stripVTControlCharacters } from 'node:util';

// Control, format, private use and unassigned characters, and those that show nothing; lines and tabs may stay.
const harmful = /[^\P{C}\n\t]|\p{Default_Ignorable_Code_Point}/gu;

/** What a model or a tool wrote, in lines that cannot move the cursor, change colours or hide text. */
export function cleanText(text: string): string {
  return stripVTControlCharacters(text.replaceAll('\r\n', '\n')).replace(harmful, '').replaceAll('\t', '  ');
}
