/** "Brazil" of BR, as the reader calls it; a code that no country has stays as it is. */
export function countryName(code: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;
}
