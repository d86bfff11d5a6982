import { expect, test } from 'vitest';
import { fillPlaces } from './filled-places.ts';

const fills = { tools: '75' };

test('a marked place is filled with what holds now', () => {
  const { content, problems } = fillPlaces('a.md', 'All <!-- fill tools -->74<!-- /fill --> tools.', fills);
  expect(content).toBe('All <!-- fill tools -->75<!-- /fill --> tools.');
  expect(problems).toEqual([]);
});

test('a mark that nothing fills stays as it is, and is a problem', () => {
  const text = '<!-- fill doors -->6<!-- /fill -->';
  expect(fillPlaces('a.md', text, fills)).toEqual({
    path: 'a.md',
    content: text,
    problems: ['a.md has a place for "doors", which nothing fills.'],
  });
});

test('a count that is written by hand is a problem', () => {
  expect(fillPlaces('a.md', 'All 74 tools.', fills).problems).toEqual([
    'a.md says "74 tools": mark the number with <!-- fill … -->.',
  ]);
});
