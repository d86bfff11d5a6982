import type { Language } from '../language.ts';

/** "12.3 GB", with the decimal sign of the language. */
export function gigabytes(bytes: number, language: Language): string {
  const amount = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${amount.format(bytes / 1024 ** 3)} GB`;
}

/** "812.4 MB" or "12.3 GB", whichever says more. */
export function dataSize(bytes: number, language: Language): string {
  if (bytes >= 1024 ** 3) return gigabytes(bytes, language);
  const amount = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${amount.format(bytes / 1024 ** 2)} MB`;
}
