import { setTimeout as pause } from 'node:timers/promises';
import { type Mind, MindProblem, type Question, type Thought } from './mind.ts';

const maxAttempts = 4;
/** Nobody sits before a screen for longer; a provider that asks for more is not asked again. */
const longestPauseMs = 30_000;
const firstPauseMs = 1_000;

/** Asks again when a provider is busy, with a longer pause each time; what has been said already is never said twice. */
export async function* thinkPatiently(
  mind: Mind,
  question: Question,
  onRetry: (problem: MindProblem, inMs: number) => void,
): AsyncGenerator<Thought, void> {
  for (let attempt = 1; ; attempt += 1) {
    let hasSpoken = false;
    try {
      for await (const thought of mind.think(question)) {
        hasSpoken = true;
        yield thought;
      }
      return;
    } catch (error) {
      if (hasSpoken || !(error instanceof MindProblem) || attempt === maxAttempts) throw error;
      const { retryAfterMs } = error;
      if (retryAfterMs === undefined || retryAfterMs > longestPauseMs) throw error;
      const inMs = Math.min(longestPauseMs, Math.max(retryAfterMs, firstPauseMs * 2 ** (attempt - 1)));
      onRetry(error, inMs);
      await pause(inMs, undefined, { signal: question.signal });
    }
  }
}
