/** The words in which rules and repairs are spoken of, for the door that applies them. */
export type { Quirk } from '#contract/quirk.ts';
export type { NewRepair } from './repair-book.ts';
