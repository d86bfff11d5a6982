import type { Outcome } from '#contract/command.ts';

/**
 * An outcome as the books can keep it: a station may answer with a NUL or half a character, which PostgreSQL takes nowhere, and its
 * command must end all the same (L7).
 */
export function storableOutcome(outcome: Outcome): Outcome {
  return JSON.parse(JSON.stringify(outcome, (_name, value: unknown) => storable(value))) as Outcome;
}

/** A station may choose the names of fields too. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), inner]));
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
