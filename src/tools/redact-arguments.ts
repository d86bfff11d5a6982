import { untrustedText } from '#base/untrusted-text.ts';

const limits = { depth: 5, entries: 30, characters: 200, values: 300 };

// Names under which callers pass what must not be written down: credentials, and what tells who a driver is or where a buyer lives.
const secretName = /password|passphrase|secret|token|credential|authorization|api_?key|id_?tag|card|delivery_?address/i;
const shortSecretName = /^(key|pin|pwd)$/i;

/** A call's arguments as the audit keeps them: without secrets, without control characters, and bounded in every direction. */
export function redactArguments(value: unknown): unknown {
  return redacted(value, { depth: 0, budget: { left: limits.values } });
}

type RedactionState = { depth: number; budget: { left: number } };

function redacted(value: unknown, { depth, budget }: RedactionState): unknown {
  budget.left -= 1;
  if (budget.left < 0) return '[too much]';
  if (typeof value === 'string') return untrustedText(value, limits.characters);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return null;
  if (depth >= limits.depth) return '[too deep]';
  const inner = { depth: depth + 1, budget };
  if (Array.isArray(value)) {
    const shown = value.slice(0, limits.entries).map((item) => redacted(item, inner));
    return value.length > shown.length ? [...shown, more(value.length)] : shown;
  }
  const entries = Object.entries(value);
  const shown = entries
    .slice(0, limits.entries)
    .map(([name, item]) => [untrustedText(name), isSecret(name) ? '[redacted]' : redacted(item, inner)] as const);
  return Object.fromEntries(entries.length > shown.length ? [...shown, ['…', more(entries.length)]] : shown);
}

/** Marks where something was left out: whoever approves has to know that they do not see everything. */
function more(all: number): string {
  return `[${all - limits.entries} more]`;
}

function isSecret(name: string): boolean {
  return secretName.test(name) || shortSecretName.test(name);
}
