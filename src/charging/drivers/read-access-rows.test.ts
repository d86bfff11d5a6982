import { expect, test } from 'vitest';
import { maxRows, readAccessRows } from './read-access-rows.ts';

const read = (...lines: string[]) => readAccessRows(lines.join('\n'), 'America/Sao_Paulo');
const problemsOf = (...lines: string[]) => read(...lines).problems.map(({ row, column }) => [row, column]);

test('columns may stand in any order and any case', () => {
  const { rows, problems } = read('Token;E-mail;NAME'.replace('E-mail', 'email'), 'ABC1;ana@example.org;Ana');
  expect(problems).toEqual([]);
  expect(rows).toMatchObject([{ row: 2, token: 'ABC1', email: 'ana@example.org', name: 'Ana', isBlocked: null }]);
});

test('a day begins and ends by the clock of the installation, and a day that ends something is part of it', () => {
  const { rows } = read('token,valid_from,expires', 'A,2026-03-01,2026-03-31', 'B,,2026-03-31T12:00:00Z');
  expect(rows).toMatchObject([
    { validFrom: new Date('2026-03-01T03:00:00Z'), expiresAt: new Date('2026-04-01T03:00:00Z') },
    { validFrom: null, expiresAt: new Date('2026-03-31T12:00:00Z') },
  ]);
});

test('a file as spreadsheets of Brazil write it is read: names of columns, and the day before the month', () => {
  const { rows, problems } = read(
    'Nome;E-mail;Cartão;Válido até;Bloqueado',
    'Ana;ana@example.org;04 A1:b2-C3;31/12/2027;não',
  );
  expect(problems).toEqual([]);
  expect(rows).toMatchObject([
    {
      name: 'Ana',
      email: 'ana@example.org',
      token: '04A1b2C3',
      isBlocked: false,
      expiresAt: new Date('2028-01-01T03:00:00Z'),
    },
  ]);
  expect(read('nome,name', 'Ana,Ana').problems).toMatchObject([{ row: 1, column: 'name' }]); // the same twice
});

test('what was written wrongly is shown, unless it says who somebody is or what their card is', () => {
  const { problems } = read('token,email,expires,blocked', 'SECRET CARD,secret.example,31/02/2027,maybe');
  expect(problems.map(({ problem }) => problem)).toEqual([
    expect.stringMatching(/^It must be an e-mail/),
    expect.stringMatching(/^It must be the printed/),
    expect.stringMatching(/^"31\/02\/2027" cannot be taken: it must be a day such as/),
    '"maybe" cannot be taken: it must be yes or no.',
  ]);
  expect(JSON.stringify(problems)).not.toMatch(/secret/i);
});

test('a formula is a text like any other', () => {
  const { rows, problems } = read('name,token', `"=cmd|' /C calc'!A0",ABC1`);
  expect([rows[0]?.name, problems]).toEqual([`=cmd|' /C calc'!A0`, []]);
});

test('every problem is told with its row and its column', () => {
  expect(
    problemsOf(
      'name,email,token,type,valid_from,expires,blocked,language,phone',
      ',,with spaces,,,,,,',
      ',nobody,T1,,,,,,',
      ',,T2,car,,,,,',
      ',,T3,,12/31/2026,,,,',
      ',,T4,,2026-02-30,,maybe,,',
      ',,T5,,2026-03-01,2026-02-01,,,',
      ',,T6,,,,,portuguese,123',
      'Ana,,,,,,,,',
      ',,,,,,yes,,',
      ',ana@example.org,,iso14443,2026-01-01,,,,',
      ',,T7,,,,,,,too many',
    ),
  ).toEqual([
    [2, 'token'],
    [3, 'email'],
    [4, 'type'],
    [5, 'valid_from'],
    [6, 'valid_from'],
    [6, 'blocked'],
    [7, 'expires'],
    [8, 'language'],
    [9, 'token'],
    [10, 'token'],
    [11, 'type'],
    [11, 'valid_from'],
    [12, null],
  ]);
  expect(problemsOf('token,phone', 'T6,123')).toEqual([[2, 'phone']]);
});

test('a header that names nothing, something unknown or something twice is told, and nothing is read', () => {
  expect(read('ABC1', 'ABC2')).toMatchObject({ rows: [], problems: [{ row: 1, column: null }] });
  expect(read('token,colour', 'ABC1,red')).toMatchObject({ rows: [], problems: [{ row: 1, column: 'colour' }] });
  expect(read('token,token', 'ABC1,ABC2')).toMatchObject({ rows: [], problems: [{ row: 1, column: 'token' }] });
  expect(read('token')).toMatchObject({ problems: [{ row: 1, problem: 'There is no row below the header.' }] });
  expect(read('')).toMatchObject({ problems: [{ row: 1 }] });
});

test('a file that is too long is refused before its rows are looked at', () => {
  const lines = Array.from({ length: maxRows + 1 }, (_, nth) => `T${nth}`);
  expect(read('token', ...lines)).toMatchObject({ rows: [], problems: [{ row: maxRows + 2 }] });
});
