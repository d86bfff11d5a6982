/** Whether a word of the server or a station is one that we have a text for; others are shown as they came. */
export function isKnownWord<Table extends object>(table: Table, word: string): word is keyof Table & string {
  return Object.hasOwn(table, word);
}
