import { expect, test } from 'vitest';
import { piecesOf, recordsOf } from './csv-pieces.ts';

const file = '\uFEFFname,note\r\nAna,"a\r\nb"\r\n\r\nBia,c\nCaio,"d ""e"""';

test('records begin where they are written, over quotes and empty lines', () => {
  expect(recordsOf(file).map(({ line }) => line)).toEqual([1, 2, 5, 6]);
  expect(recordsOf('name\n"Ana').map(({ line }) => line)).toEqual([1, 2]);
});

test('a piece has the header, and its rows stand in the lines of the file', () => {
  const pieces = piecesOf(recordsOf(file), 2);
  expect(pieces.map(({ rows }) => rows)).toEqual([2, 1]);
  expect(pieces.map(({ csv }) => csv.split('\n')[0])).toEqual(['name,note', 'name,note']);
  expect(pieces[0]?.csv.split('\n')[4]).toBe('Bia,c');
  expect(pieces[1]?.csv.split('\n')[5]).toBe('Caio,"d ""e"""');
});

test('a header alone is no piece', () => {
  expect(piecesOf(recordsOf('name,token\n'), 10)).toEqual([]);
});
