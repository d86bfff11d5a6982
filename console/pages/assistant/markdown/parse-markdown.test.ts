import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';
import { parseInline } from './parse-inline.ts';
import { parseMarkdown } from './parse-markdown.ts';

const text = (words: string) => [{ type: 'text', text: words }];

test('paragraphs, headings, lists within lists, quotes, rules and code', () => {
  const source = '# Head\n\nOne\ntwo\n\n- a\n  - b\n- c\n\n3. x\n4. y\n\n> said\n\n---\n\n```ts\n**no**\n```\nend';
  expect(parseMarkdown(source)).toMatchObject([
    { type: 'heading', level: 1, content: text('Head') },
    { type: 'paragraph', content: [...text('One'), { type: 'break' }, ...text('two')] },
    {
      type: 'list',
      start: null,
      items: [
        [
          { type: 'paragraph', content: text('a') },
          { type: 'list', items: [[{ content: text('b') }]] },
        ],
        [{ content: text('c') }],
      ],
    },
    { type: 'list', start: 3, items: [[{ content: text('x') }], [{ content: text('y') }]] },
    { type: 'quote', blocks: [{ content: text('said') }] },
    { type: 'rule' },
    { type: 'code', text: '**no**' },
    { type: 'paragraph', content: text('end') },
  ]);
});

test('a table has as many cells in every row as it has heads, and a bar that is meant is kept', () => {
  expect(parseMarkdown('| a | b |\n| :-- | --: |\n| 1 \\| 2 | **x** | more |\n| only |')).toEqual([
    {
      type: 'table',
      head: [text('a'), text('b')],
      align: ['left', 'right'],
      rows: [
        [text('1 | 2'), [{ type: 'strong', content: text('x') }]],
        [text('only'), []],
      ],
    },
  ]);
});

test('what is half written is read as far as it goes', () => {
  expect(parseMarkdown('**bo')).toEqual([{ type: 'paragraph', content: text('**bo') }]);
  expect(parseMarkdown('```\nlet a')).toEqual([{ type: 'code', text: 'let a' }]);
  expect(parseMarkdown('| a | b |')).toEqual([{ type: 'paragraph', content: text('| a | b |') }]);
});

test('HTML is text, names with underscores are no emphasis, and code is taken as it is', () => {
  expect(parseInline('<img src=x onerror=alert(1)>')).toEqual(text('<img src=x onerror=alert(1)>'));
  expect(parseInline('set_charging_limit and my_own_name')).toEqual(text('set_charging_limit and my_own_name'));
  expect(parseInline('`**a**` and \\*b\\*')).toMatchObject([
    { type: 'code', text: '**a**' },
    { text: ' and ' },
    ...['*', 'b', '*'].map((each) => ({ text: each })),
  ]);
});

test('links lead to our own pages; every other address, a picture too, is only shown', () => {
  const [link, picture] = [
    parseInline('[CP-7](/equipment/CP-7)')[0],
    parseInline('![x](https://evil.example/?q=1)')[0],
  ];
  expect([link, picture]).toMatchObject([
    { address: '/equipment/CP-7' },
    { type: 'link', address: 'https://evil.example/?q=1' },
  ]);
  const own = 'http://console.example';
  expect(['/sessions?state=running#x', `${own}/sites/a`].map((each) => ownPath(each, own))).toEqual([
    '/sessions?state=running#x',
    '/sites/a',
  ]);
  const others = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/api/keys',
    'data:text/html,x',
    'sites',
  ];
  expect(others.map((each) => ownPath(each, own))).toEqual(others.map(() => null));
});

test('a text that is made to be slow is read in no time', () => {
  const begun = performance.now();
  for (const piece of ['*a ', '[a', '`a', '_a ', '> ', '- ', '|', '  - a\n']) parseMarkdown(piece.repeat(4_000));
  expect(performance.now() - begun).toBeLessThan(5_000);
});
