import { expect, test } from 'vitest';
import { paintWith } from '../../paint.ts';
import { MarkdownStream } from './markdown-stream.ts';

type Given = { width?: number; pieces?: number; hasColour?: boolean };

/** Shown as it comes in pieces of so many characters; 0: all at once. */
function shown(text: string, { width = 40, pieces = 0, hasColour = false }: Given = {}): string {
  let written = '';
  const stream = new MarkdownStream({
    width: () => width,
    paint: paintWith({ hasColour }),
    write: (piece) => {
      written += piece;
    },
  });
  for (let at = 0; at < text.length; at += pieces || text.length)
    stream.push(text.slice(at, at + (pieces || text.length)));
  stream.end();
  return written;
}

const page = `# Faults **today**

Two stations are *faulted*, see \`CP-7\` and [the guide](https://example.org/guide).

- **CP-7** lost its ground connection and has to be looked at by somebody
  1. call \`reset\`

> Said by the station

| Station | Since | kWh |
| --- | :-- | ---: |
| CP-7 | 14:02 | 12.5 |
| 東京-1 | 09:30 | 8 |

\`\`\`json
{ "a": **1** }
\`\`\`
---
Done, 5 * 3 is 15 and snake_case_name stays.`;

test('headings, lists, quotations, tables, code and rules are told apart', () => {
  expect(shown(page).split('\n')).toEqual([
    'Faults today',
    '',
    'Two stations are faulted, see CP-7 and',
    'the guide (https://example.org/guide).',
    '',
    '• CP-7 lost its ground connection and',
    '  has to be looked at by somebody',
    '  1. call reset',
    '',
    '│ Said by the station',
    '',
    'Station  Since   kWh',
    '────────────────────',
    'CP-7     14:02  12.5',
    '東京-1   09:30     8',
    '',
    '  { "a": **1** }',
    '─'.repeat(40),
    'Done, 5 * 3 is 15 and snake_case_name',
    'stays.',
    '',
  ]);
});

test.each([1, 2, 3, 7, 50])('pieces of %i characters look like the whole', (pieces) => {
  expect(shown(page, { pieces, hasColour: true })).toBe(shown(page, { hasColour: true }));
});

test('words are shown before their line ends, and never half a mark', () => {
  let written = '';
  const stream = new MarkdownStream({
    width: () => 80,
    paint: (_tone, text) => text,
    write: (text) => (written += text),
  });
  stream.push('There are **two fau');
  expect(written).toBe('There are');
  stream.push('lts** now');
  expect(written).toBe('There are two faults');
  stream.end();
  expect(written).toBe('There are two faults now\n');
});

test('a table wider than the screen wraps its cells, and on a narrow one becomes fields', () => {
  const table = '| Station | What happened |\n|---|---|\n| CP-7 | the ground failure came back at night |';
  expect(shown(table, { width: 28 }).trimEnd().split('\n')).toEqual([
    'Station  What happened',
    '─'.repeat(28),
    'CP-7     the ground failure',
    '         came back at night',
  ]);
  const wide = '| Station | What happened | When |\n|---|---|---|\n| CP-7 | a ground failure | yesterday |';
  expect(shown(wide, { width: 22 }).trimEnd().split('\n')).toEqual([
    'Station CP-7',
    'What happened a ground',
    '  failure',
    'When yesterday',
  ]);
});

test('bars in code or behind a backslash divide no cells, and empty cells stay', () => {
  const table = '| a | b | c |\n|---|---|---|\n| `x|y` | p\\|q | |\n| | 2 | 3 |';
  expect(shown(table).split('\n')).toEqual(['a    b    c', '───────────', 'x|y  p|q', '     2    3', '']);
});

test('what is no table is shown as it is', () => {
  expect(shown('| only a bar\nand text')).toBe('| only a bar\nand text\n');
});

test('nothing that a model writes commands the terminal', () => {
  const hostile = 'a\u001b[2Jb \u202ec\u0007 \u001b]0;title\u0007d | \u001b[31mred\n| a |\n|---|\n| \u001b[8mx |';
  for (const pieces of [0, 1, 3]) expect(shown(hostile, { pieces })).not.toMatch(/[^\P{C}\n]/u);
});
