import type { Language } from '../language.ts';
import { fixedText } from '../money.ts';

/** "12.3 GB", with the decimal sign of the language. */
export function gigabytes(bytes: number, language: Language): string {
  return `${fixedText(bytes / 1024 ** 3, language, 1)} GB`;
}

/** "812.4 MB" or "12.3 GB", whichever says more. */
export function dataSize(bytes: number, language: Language): string {
  return bytes >= 1024 ** 3 ? gigabytes(bytes, language) : `${fixedText(bytes / 1024 ** 2, language, 1)} MB`;
}
