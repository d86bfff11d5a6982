import { createHash } from 'node:crypto';
import type { Tool } from '@modelcontextprotocol/client';

/** Of everything that a server says about a tool, whatever the order of its keys. */
export function toolHash({ name, title, description, inputSchema, outputSchema, annotations }: Tool): string {
  const said = { name, title, description, inputSchema, outputSchema, annotations };
  return createHash('sha256')
    .update(JSON.stringify(sorted(said)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
