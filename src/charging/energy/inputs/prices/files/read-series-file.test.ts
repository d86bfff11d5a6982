import { expect, test } from 'vitest';
import { inWords } from '#contract/problems/problem-words.ts';
import { readSeriesFile, type SeriesFile } from './read-series-file.ts';

const now = Date.UTC(2026, 2, 28);
const read = (content: string, changes: object = {}): SeriesFile =>
  readSeriesFile({
    kind: 'import-price',
    content,
    perMwh: false,
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    now,
    ...changes,
  });
const valuesOf = (file: SeriesFile) =>
  file.isRead
    ? file.points.map(({ from, value }) => [new Date(from).toISOString().slice(5, 16), value])
    : file.problems;
const problemsOf = (file: SeriesFile, language: 'en' | 'pt-BR' = 'en') =>
  file.isRead ? [] : file.problems.map(({ line, sentence }) => `${line}: ${inWords(sentence, { language })}`);

test('a CSV with a zone, a point and a comma', () => {
  const file = read('time,price\n2026-03-28T00:00:00Z,0.25\n2026-03-28T01:00:00Z,-0.01\n');
  expect(valuesOf(file)).toEqual([
    ['03-28T00:00', 0.25],
    ['03-28T01:00', -0.01],
  ]);
  expect(file).toMatchObject({ format: 'CSV', until: Date.UTC(2026, 2, 28, 2), warnings: [] });
});

test('a CSV as exchanges write it: local times, decimal commas, per MWh by its header', () => {
  const file = read('MTU (CET/CEST);Day-ahead Price [EUR/MWh]\n28.03.2026 00:00 - 28.03.2026 01:00;85,50\n');
  expect(valuesOf(file)).toEqual([['03-27T23:00', 0.0855]]);
});

test('a day of 23 hours has no hour that its clock skipped, and says so where a file has one', () => {
  const hour = (time: string) => `2026-03-29 ${time},0.2`;
  expect(valuesOf(read(['time,price', hour('01:00'), hour('03:00')].join('\n')))).toEqual([
    ['03-29T00:00', 0.2],
    ['03-29T01:00', 0.2],
  ]);
  expect(problemsOf(read(['time,price', hour('01:00'), hour('02:00'), hour('03:00')].join('\n')))).toEqual([
    expect.stringContaining('3: "2026-03-29 02:00" is no moment that was'),
  ]);
});

test('a day of 25 hours has its hour twice, the second time an hour later', () => {
  const lines = ['01:00', '02:00', '02:00', '03:00'].map((time, index) => `2026-10-25 ${time},${index}`);
  expect(valuesOf(read(['time,price', ...lines].join('\n'), { now: Date.UTC(2026, 9, 24) }))).toEqual([
    ['10-24T23:00', 0],
    ['10-25T00:00', 1],
    ['10-25T01:00', 2],
    ['10-25T02:00', 3],
  ]);
});

test('each wrong line is told with its reason, in both languages', () => {
  const file = read('time,price\n2026-03-28T00:00:00Z,cheap\nsoon,0.2\n2026-03-28T02:00:00Z,0.2\n');
  expect(problemsOf(file)).toEqual([
    '2: "cheap" is no number, such as 0.25',
    expect.stringContaining('3: "soon" is no moment'),
  ]);
  expect(problemsOf(file, 'pt-BR')[0]).toBe('2: "cheap" não é um número, como 0.25');
});

test.each([
  ['two values for one time', 'time,price\n2026-03-28T00:00:00Z,1\n2026-03-28T00:00:00Z,2', /3: .* two values/],
  ['a mistyped year', 'time,price\n2062-03-28T00:00:00Z,1', /2: .* more than a year away/],
  ['a table without times', 'name,price\nx,1', /1: there is no column of times/],
  ['an empty file', 'time,price\n', /holds no values/],
  ['torn JSON', '{"points": [', /1: it is no JSON/],
  ['a page of a website', '<html><body>404</body></html>', /no document of ENTSO-E/],
  ['a price that is none', 'time,price\n2026-03-28T00:00:00Z,1e12', /more than energy ever cost/],
])('%s is refused', (_what, content, sentence) => {
  expect(problemsOf(read(content)).join('\n')).toMatch(sentence);
});

test('a gap and figures that look like those of an exchange are warnings', () => {
  const gap = read('time,price\n2026-03-28T00:00Z,1\n2026-03-28T01:00Z,1\n2026-03-28T02:00Z,1\n2026-03-28T05:00Z,1');
  expect(gap).toMatchObject({ warnings: [{ code: 'series-gap', values: { from: '2026-03-28T03:00:00.000Z' } }] });
  expect(read('time,price\n2026-03-28T00:00Z,85')).toMatchObject({ warnings: [{ code: 'series-per-mwh' }] });
});

test.each([
  ['a list', '[{"from": "2026-03-28T00:00:00Z", "value": 0.3}]', 0.3],
  ['awattar', '{"data": [{"start_timestamp": 1774656000000, "marketprice": 120, "unit": "Eur/MWh"}]}', 0.12],
  ['two lists', '{"unix_seconds": [1774656000], "price": [90.5], "unit": "EUR / MWh"}', 0.0905],
])('JSON: %s', (_what, content, value) => {
  expect(valuesOf(read(content))).toEqual([['03-28T00:00', value]]);
});

const period = (
  resolution: string,
  points: string,
) => `<TimeSeries><Period><timeInterval><start>2026-03-28T23:00Z</start>
  <end>2026-03-29T01:00Z</end></timeInterval><resolution>${resolution}</resolution>${points}</Period></TimeSeries>`;
const entsoe = (...periods: string[]) => `<?xml version="1.0"?><Publication_MarketDocument>
  <currency_Unit.name>EUR</currency_Unit.name><price_Measure_Unit.name>MWH</price_Measure_Unit.name>${periods.join('')}</Publication_MarketDocument>`;
const point = (position: number, amount: number | string) =>
  `<Point><position>${position}</position><price.amount>${amount}</price.amount></Point>`;

test('ENTSO-E: a point that is left out is as the one before it', () => {
  const file = read(entsoe(period('PT30M', point(1, 80) + point(3, 40))));
  expect(valuesOf(file)).toEqual([
    ['03-28T23:00', 0.08],
    ['03-28T23:30', 0.08],
    ['03-29T00:00', 0.04],
    ['03-29T00:30', 0.04],
  ]);
  expect(file).toMatchObject({ format: 'ENTSO-E', until: Date.UTC(2026, 2, 29, 1) });
});

test('ENTSO-E: what it refuses, other money and entities are told', () => {
  const refused =
    '<Acknowledgement_MarketDocument><Reason><text>No matching data found</text></Reason></Acknowledgement_MarketDocument>';
  expect(problemsOf(read(refused))).toEqual(['1: ENTSO-E answered: No matching data found']);
  expect(problemsOf(read(entsoe(period('PT60M', point(1, 80))), { currency: 'BRL' }))).toEqual([
    '1: its prices are in EUR, and the site counts in BRL',
  ]);
  expect(problemsOf(read(`<!DOCTYPE a [<!ENTITY b "c">]>${entsoe()}`))[0]).toMatch(/no document of ENTSO-E/);
  expect(problemsOf(read(entsoe(period('PT60M', point(1, 'n/a')))))[0]).toMatch(/"n\/a" is no number/);
});
