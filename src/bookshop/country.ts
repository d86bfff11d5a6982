import { countryCodes as codes } from '#base/country-codes.ts';

const languages = ['en', 'pt-BR', 'es'];

let names: Map<string, string> | undefined;

/** The names that people write, in the languages around here, and both codes. */
function knownNames(): Map<string, string> {
  return new Map([
    ...codes.flatMap(([three, two]) => [
      ...languages.map((language) => [folded(countryName(two, language)), two] as const),
      ...([
        [folded(three), two],
        [folded(two), two],
      ] as const),
    ]),
  ]);
}

/** ISO 3166-1 alpha-2, from either code or the name; null: no country is called so. */
export function countryCode(named: string): string | null {
  names ??= knownNames();
  return names.get(folded(named)) ?? null;
}

export function countryName(code: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();
}
