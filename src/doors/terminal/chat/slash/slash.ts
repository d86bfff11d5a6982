import type { Chat } from '../chat.ts';

export type SlashOutcome = 'leave' | 'stay';

/** A word that is typed after a slash: nothing of it goes to whoever answers. */
export type Slash = {
  /** What may follow it, as the help shows it. */
  takes?: string;
  run(chat: Chat, words: readonly string[], rest: string): Promise<SlashOutcome | void>;
  /** What may stand in the place of the first word after it. */
  complete?(chat: Chat): Promise<string[]> | string[];
};
