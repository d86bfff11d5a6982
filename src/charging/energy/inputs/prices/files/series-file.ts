import type { Sentence } from '#contract/problems/problem-words.ts';
import type { Point } from '../series-store.ts';

/** A value as a file tells it; `line` is where, in a file that has lines. */
export type FilePoint = Point & { line: number; until?: number | undefined };

export type FileProblem = { line: number; sentence: Sentence };

/** What a reader found: the points, in the order of the file, what is wrong, and what the file says of itself. */
export type ReadFile = {
  points: FilePoint[];
  problems: FileProblem[];
  /** undefined: the file does not say. */
  perMwh?: boolean | undefined;
  currency?: string | undefined;
};

/** More than a year of quarters of an hour. */
export const maxPoints = 40_000;
