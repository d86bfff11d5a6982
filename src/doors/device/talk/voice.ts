import type { TalkLanguage } from './talk-frames.ts';

/** What answers whoever speaks to a device. Null in its place: nobody does. */
export type Voice = {
  begin(device: { id: string; language: TalkLanguage }): Promise<VoiceConversation>;
  /** Null: texts are answered, and sound is not understood. */
  speech: Speech | null;
};

/** What was said before is known until its end. */
export type VoiceConversation = {
  ask(text: string, signal: AbortSignal): Promise<string>;
  end(): Promise<void>;
};

/** Words out of sound, and sound out of words: samples of 16 bits, one channel. */
export type Speech = {
  /** 16,000 samples a second; an empty text where there are no words in it. */
  recognize(samples: Int16Array, language: TalkLanguage, signal: AbortSignal): Promise<string>;
  /** 24,000 samples a second. */
  synthesize(text: string, language: TalkLanguage, signal: AbortSignal): Promise<Int16Array>;
};

export const heardRate = 16_000;
export const spokenRate = 24_000;
/** As devices ask for it. */
export const frameMs = 60;
