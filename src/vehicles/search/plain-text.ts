/** Without accents and capitals: how words are compared. Marks of any alphabet go, letters stay. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss').replace(/\s+/gu, ' ').trim();
}
