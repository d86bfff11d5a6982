/** Without accents and in small letters: "Ficção" is found by "ficcao". */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** As a name in an address: "Ficção científica" becomes ficcao-cientifica. */
export function slugOf(text: string): string {
  return foldText(text)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** The words somebody looks for, as PostgreSQL takes them: each may be the beginning of one. */
export function lookedForWords(query: string): string[] {
  return [...new Set(foldText(query).match(/[a-z0-9]+/g))].slice(0, 12);
}
