import { untrustedText } from './untrusted-text.ts';

const limits = { depth: 5, entries: 30, characters: 200 };

// Names under which callers pass what must not be written down: credentials, and what identifies a driver.
const secretName = /password|passphrase|secret|token|credential|authorization|api_?key|id_?tag|card/i;
const shortSecretName = /^(key|pin|pwd)$/i;

/** A call's arguments as the audit keeps them: without secrets, without control characters, and bounded in every direction. */
export function redactArguments(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return untrustedText(value, limits.characters);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return null;
  if (depth >= limits.depth) return '[too deep]';
  if (Array.isArray(value)) return value.slice(0, limits.entries).map((item) => redactArguments(item, depth + 1));
  const entries = Object.entries(value).slice(0, limits.entries);
  return Object.fromEntries(
    entries.map(([name, item]) => [
      untrustedText(name),
      isSecret(name) ? '[redacted]' : redactArguments(item, depth + 1),
    ]),
  );
}

function isSecret(name: string): boolean {
  return secretName.test(name) || shortSecretName.test(name);
}
