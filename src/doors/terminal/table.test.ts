import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { displayWidth } from './display-width.ts';
import { paintWith } from './paint.ts';
import { renderFields, renderTable, showList, type Table } from './table.ts';

const plain = paintWith({ hasColour: false });
const table: Table = {
  columns: [
    { title: 'Station' },
    { title: 'Link', isFlexible: true },
    { title: 'Model', isFlexible: true, isOptional: true },
    { title: 'OCPP' },
  ],
  rows: [
    ['CP-7', 'offline: closed by the station', 'Ipê Energia Amarelo 150', '2.0.1'],
    ['充電-1', { text: 'online', tone: 'good' }, '', '1.6'],
  ],
};

test('columns stand under each other, also with wide letters', () => {
  expect(renderTable(table, { width: undefined, paint: plain })).toEqual([
    'Station  Link                            Model                    OCPP',
    'CP-7     offline: closed by the station  Ipê Energia Amarelo 150  2.0.1',
    '充電-1   online                                                   1.6',
  ]);
});

test('what a program reads is neither cut nor set apart with tabs', () => {
  const long = 'x'.repeat(500);
  const [, row = ''] = renderTable({ columns: [{ title: 'A' }], rows: [[long]] }, { width: undefined, paint: plain });
  expect(row).toBe(long);
  expect(renderTable(table, { width: undefined, paint: plain }).join('')).not.toContain('\t');
});

test('on a narrow screen flexible columns are cut first', () => {
  expect(renderTable(table, { width: 56, paint: plain })[1]).toBe(
    'CP-7     offline: closed by…  Ipê Energia Amarel…  2.0.1',
  );
});

test('on a very narrow screen optional columns are left out', () => {
  expect(renderTable(table, { width: 40, paint: plain })).toEqual([
    'Station  Link                      OCPP',
    'CP-7     offline: closed by the…   2.0.1',
    '充電-1   online                    1.6',
  ]);
});

test.each([120, 70, 50, 40, 30, 20, 12, 5, 1])('no line is wider than a screen of %i columns', (width) => {
  for (const line of renderTable(table, { width, paint: plain })) expect(displayWidth(line)).toBeLessThanOrEqual(width);
});

test('a hostile cell cannot break its line or colour what follows', () => {
  const rows = [['a\nb\u001b[31m', 'c']];
  expect(renderTable({ columns: [{ title: '' }, { title: '' }], rows }, { width: undefined, paint: plain })[1]).toBe(
    'a b  c',
  );
  expect(renderFields([['Vendor', 'Acme\u001b[2J']], plain)).toEqual(['Vendor  Acme']);
});

test('colours do not move the columns', () => {
  const painted = renderTable(table, { width: undefined, paint: paintWith({ hasColour: true }) });
  const [, , row = ''] = painted;
  expect(row).toContain('\u001b[32monline\u001b[39m');
  expect(stripVTControlCharacters(row)).toBe(renderTable(table, { width: undefined, paint: plain })[2]);
});

test('numbers end under their title', () => {
  const columns = [{ title: 'Station' }, { title: 'kWh', isRight: true }];
  const rows = [
    ['CP-1', '9.5'],
    ['CP-22', '1,234.0'],
  ];
  expect(renderTable({ columns, rows }, { width: undefined, paint: (_tone, text) => text })).toEqual([
    'Station      kWh',
    'CP-1         9.5',
    'CP-22    1,234.0',
  ]);
});

test.each([
  ['a person', { columns: 80, rows: 24 }, ['table', 'more']],
  ['a program', undefined, ['more', 'table']],
])('%s reads that there is more where it does not fall into the rows', (_who, screen, order) => {
  const written: string[] = [];
  const terminal = { ...recordedTerminal(screen && { screen }), out: () => void written.push('table') };
  const table = () => ({ columns: [{ title: 'A' }], rows: [['1']] });
  showList({ ...terminal, err: (line) => void written.push(line) }, {}, { value: [], table, none: '', more: 'more' });
  expect(written).toEqual(order);
});
