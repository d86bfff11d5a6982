import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from './csv.ts';

const rowsOf = (text: string) => readCsv(text).rows.map(({ row, cells }) => [row, ...cells]);

test.each([
  ['commas', 'name,token\nAna,1\nBia,2'],
  ['semicolons and CRLF', 'name;token\r\nAna;1\r\nBia;2\r\n'],
  ['tabs, a byte-order mark and CR', '\uFEFFname\ttoken\rAna\t1\rBia\t2'],
])('%s are read alike', (_name, text) => {
  expect(readCsv(text).header).toEqual(['name', 'token']);
  expect(rowsOf(text)).toEqual([
    [2, 'Ana', '1'],
    [3, 'Bia', '2'],
  ]);
});

test('quotes keep separators, quotes and line breaks; rows are counted as a spreadsheet counts them', () => {
  const text = 'name,note\n"Silva, Ana","said ""hi""\nand left"\nBia,';
  expect(rowsOf(text)).toEqual([
    [2, 'Silva, Ana', 'said "hi"\nand left'],
    [3, 'Bia', ''],
  ]);
});

test('empty rows are passed over and still counted', () => {
  expect(rowsOf('name,token\n\nAna,1\n,\nBia,2\n')).toEqual([
    [3, 'Ana', '1'],
    [5, 'Bia', '2'],
  ]);
});

test('a record knows the line of the file in which it begins', () => {
  const rows = readCsv('name,note\r\n"Ana","a\r\nb"\r\nBia,"c"\n\n"Caio",d').rows;
  expect(rows.map(({ row, line }) => [row, line])).toEqual([
    [2, 2],
    [3, 4],
    [5, 6],
  ]);
});

test('a quote that is never closed is told with its row', () => {
  expect(readCsv('name,token\nAna,1\n"Bia,2\nCaio,3').openQuoteIn).toMatchObject({ row: 3, line: 3 });
  expect(readCsv('name,token\nAna,1').openQuoteIn).toBeNull();
});

test('whatever a cell holds is read as it was written', () => {
  const cell = fc.string({ unit: 'grapheme' }).map((text) => text.trim());
  const table = fc.array(fc.tuple(cell, cell), { minLength: 1 });
  fc.assert(
    fc.property(table, fc.constantFrom(';', ',', '\t'), fc.constantFrom('\n', '\r\n'), (rows, separator, end) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = [['a', 'b'], ...rows].map((cells) => cells.map(quoted).join(separator)).join(end);
      const read = readCsv(text).rows.map(({ cells }) => cells);
      expect(read).toEqual(rows.filter(([a, b]) => a !== '' || b !== ''));
    }),
  );
});
