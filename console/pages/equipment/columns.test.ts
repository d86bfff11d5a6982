import { expect, test } from 'vitest';
import { chosenColumns, columnsText, usualColumns } from './columns.ts';

test('the usual columns need no word in the address', () => {
  expect(columnsText(chosenColumns(undefined))).toBeUndefined();
  expect(columnsText(usualColumns.toReversed())).toBeUndefined();
});

test('a choice of columns survives its way through the address, whatever order it was made in', () => {
  expect(columnsText(['version', 'site'])).toBe('site,version');
  expect(chosenColumns('version,site,colour')).toEqual(['site', 'version']);
  expect(chosenColumns(columnsText([]))).toEqual([]);
});
