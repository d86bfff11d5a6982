import type { Language } from '../language.ts';

/** "12.3 GB", with the decimal sign of the language. */
export function gigabytes(bytes: number, language: Language): string {
  const amount = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${amount.format(bytes / 1024 ** 3)} GB`;
}
