import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sizingOf, sizingTable } from './sizing-table.ts';

const guides = join(import.meta.dirname, '..', '..', 'docs', 'guides');

test('the guides hold the table that is computed', () => {
  for (const [file, language] of [
    ['scaling.md', 'en'],
    ['pt-BR/scaling.md', 'pt-BR'],
  ] as const)
    expect(unaligned(readFileSync(join(guides, file), 'utf8'))).toContain(unaligned(sizingTable(language)));
});

/** The formatter aligns the columns of a table. */
function unaligned(text: string): string {
  return text.replaceAll(/ {2,}/g, ' ').replaceAll(/-{3,}/g, '---');
}

test('a million stations send 3,000 durable messages a second at the peak', () => {
  expect(Math.round(sizingOf(1_000_000).durablePerSecond)).toBe(3_021);
  expect(sizingOf(10)).toMatchObject({ cores: 1, processes: 1 });
});
