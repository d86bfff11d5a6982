import { expect, test } from 'vitest';
import { isShown, readViews, withView } from './saved-views.ts';

const broken = { name: 'Broken', filter: { status: 'faulted' } } as const;

test('a view that is saved again under its name replaces the one before', () => {
  const views = withView(withView([], broken), { name: 'Broken', filter: { state: 'offline' } });
  expect(views).toEqual([{ name: 'Broken', filter: { state: 'offline' } }]);
});

test('views are read back as they were kept, and what is damaged is no reason to fail', () => {
  expect(readViews(JSON.stringify([broken]))).toEqual([broken]);
  expect(readViews('[{"name":1}]')).toEqual([]);
  expect(readViews('not json')).toEqual([]);
});

test('a view is the one that is shown only where nothing else narrows the list', () => {
  expect(isShown(broken, { status: 'faulted' })).toBe(true);
  expect(isShown(broken, { status: 'faulted', search: 'CP' })).toBe(false);
});
