import type { z } from 'zod';
import { sentence } from '../sentence.ts';
import { accessWords } from './access.ts';
import { bookWords } from './book.ts';
import { deviceWords } from './device.ts';
import { effectWords } from './effect.ts';
import { energyWords } from './energy.ts';
import { findingWords } from './finding.ts';
import { importWords } from './import.ts';
import { planWords } from './plan.ts';
import { proposalWords } from './proposal.ts';
import { refusalWords } from './refusal.ts';
import { reservationWords } from './reservation.ts';
import { siteWords } from './site.ts';
import { tariffWords } from './tariff.ts';
import { tariffTextWords } from './tariff-text.ts';
import { termWords } from './terms.ts';
import { upkeepWords } from './upkeep.ts';
import { vehicleWords } from './vehicle.ts';
import { yamlWords } from './yaml.ts';

/**
 * What the server says, by a stable code: it answers in English, and who shows the answer may say it in the language of
 * the reader. Both languages stand side by side, English first, so that neither is changed without the other.
 */
export const problemWords = {
  ...importWords,
  ...reservationWords,
  ...refusalWords,
  ...proposalWords,
  ...accessWords,
  ...siteWords,
  ...deviceWords,
  ...bookWords,
  ...vehicleWords,
  ...tariffWords,
  ...termWords,
  ...tariffTextWords,
  ...yamlWords,
  ...planWords,
  ...energyWords,
  ...findingWords,
  ...upkeepWords,
  ...effectWords,
} satisfies Record<string, readonly [en: string, pt: string]>;

export type WordLanguage = 'en' | 'pt-BR';
export type ProblemCode = keyof typeof problemWords;

/** Names of an array are told one after the other; a sentence within a sentence is said in the same language. */
export type ProblemValue = string | number | Sentence | readonly ProblemValue[];
export type Sentence = { code: string; values: Record<string, ProblemValue> };

type NamesIn<Words extends string> = Words extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type ValuesOf<Code extends ProblemCode> = Record<NamesIn<(typeof problemWords)[Code][0]>, ProblemValue>;

/** A sentence with all that its words ask for. */
export function sentenceOf<Code extends ProblemCode>(
  code: Code,
  ...[values]: keyof ValuesOf<Code> extends never ? [] : [values: ValuesOf<Code>]
): Sentence {
  return { code, values: values ?? {} };
}

export function inEnglish(said: Sentence): string {
  const words = inWords(said, { language: 'en' });
  if (words === null) throw new Error(`There are no words for ${said.code}, or values are missing.`);
  return words;
}

type Reader = {
  language: WordLanguage;
  /** How the reader is shown a moment; absent: as it was written, in UTC. */
  time?: (moment: string) => string;
  /** How the reader writes a number; absent: with a point. */
  number?: (value: number) => string;
};

/** null: it has no words here, or not all values for them; the English sentence is then the one to show. */
export function inWords(said: z.infer<typeof sentence>, reader: Reader): string | null {
  if (!Object.hasOwn(problemWords, said.code)) return null;
  let isWhole = true;
  const [en, pt] = problemWords[said.code as ProblemCode];
  const words = (reader.language === 'en' ? en : pt).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const shown = Object.hasOwn(said.values, name) ? shownValue(said.values[name], reader) : null;
    isWhole &&= shown !== null;
    return shown ?? '';
  });
  return isWhole ? words : null;
}

function shownValue(value: unknown, reader: Reader): string | null {
  if (typeof value === 'number') return reader.number?.(value) ?? String(value);
  if (typeof value === 'string') return reader.time !== undefined && isMoment(value) ? reader.time(value) : value;
  if (Array.isArray(value)) {
    const shown = value.map((one: unknown) => shownValue(one, reader));
    const isSaid = value.some((one) => typeof one === 'object'); // sentences have commas of their own
    return shown.includes(null) ? null : shown.join(isSaid ? '; ' : ', ');
  }
  const inner = sentence.safeParse(value);
  return inner.success ? inWords(inner.data, reader) : null;
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text);
}
