import { describe, expect, test } from 'vitest';
import { inWords, sentenceOf } from '#contract/problems/problem-words.ts';
import { readTariffText } from './read-tariff-text.ts';

describe('what is written well is read', () => {
  test('numbers need no quotes, and no digit goes through a float', () => {
    const { tariff } = readTariffText(
      'id: 2026\ncurrency: EUR\nperKwh: 0.4900\nsessionFee: 1.1\nidleGraceMinutes: 10\n',
    );
    expect(tariff).toMatchObject({
      id: '2026',
      sessionFee: '1.1',
      idleGraceMinutes: 10,
      prices: [{ perKwh: '0.4900' }],
    });
  });

  test('JSON is read as well', () => {
    const { tariff } = readTariffText('{"id":"day","currency":"JPY","prices":[{"perKwh":"33.5","toKwh":null}]}');
    expect(tariff).toMatchObject({ currency: 'JPY', prices: [{ perKwh: '33.5', toKwh: null }] });
  });

  test('a tariff with everything', () => {
    const read = readTariffText(whole);
    expect(read.problems).toEqual([]);
    expect(read.tariff).toMatchObject({
      holidays: ['12-25', '2027-02-09'],
      taxes: [{ percent: '18' }, { percent: '5.25' }],
    });
  });
});

const head = 'id: day\ncurrency: BRL\n';
const week = 'days: [mon, tue, wed, thu, fri, sat, sun]';
const long = 'a'.repeat(513);

type Bad = [name: string, text: string, line: number, problem: string, write: string];

// Every tariff below is wrong in one way: where it is found, what is said, and what to write instead.
const badTariffs: Bad[] = [
  ['a price misspelt', `${head}perKWh: 0.49`, 3, 'A tariff has no "perKWh"', 'perKwh'],
  ['a required name misspelt', 'id: day\ncurrencey: BRL\nperKwh: 1', 2, 'has no "currencey"', 'currency'],
  [
    'a name of a row misspelt',
    `${head}prices:\n  - perKwh: 1\n    hour: 00:00-24:00`,
    5,
    'A price has no "hour"',
    'hours',
  ],
  [
    'a name of a tax misspelt',
    `${head}perKwh: 1\ntaxes:\n  - nome: A\n    percent: 1`,
    5,
    'A tax has no "nome"',
    'name',
  ],
  [
    'a name nobody knows',
    `${head}perKwh: 1\ndiscount: 5`,
    4,
    'has no "discount"',
    'one of id, validFrom, currency, prices',
  ],
  ['a price beside the prices', `${head}perKwh: 1\nprices:\n  - perKwh: 1`, 3, 'belongs to a price', 'perKwh in a row'],
  ['hours of the whole tariff', `${head}perKwh: 1\nhours: 06:00-22:00`, 4, 'belongs to a price', 'hours in a row'],
  [
    'a fee in a row',
    `${head}prices:\n  - perKwh: 1\n    sessionFee: 2`,
    5,
    'belongs to the whole tariff',
    'at the top',
  ],
  [
    'a name written twice',
    `${head}perKwh: 1\nperKwh: 2`,
    4,
    'stands there twice, first on line 3',
    'only one of the two',
  ],

  ['an unknown currency', 'id: day\ncurrency: BLR\nperKwh: 1', 2, 'BLR is not a currency', 'currency: BRL'],
  [
    'a currency in small letters',
    'id: day\nperKwh: 1\ncurrency: brl',
    3,
    'not the code of a currency',
    'currency: BRL',
  ],
  ['the sign of a currency', 'id: day\nperKwh: 1\ncurrency: R$', 3, 'not the code of a currency', 'currency: BRL'],
  ['no currency', 'id: day\nperKwh: 1', 1, 'currency is missing', 'currency: BRL'],
  ['no id', '# prices\ncurrency: BRL\nperKwh: 1', 1, 'id is missing', 'id: day'],
  ['an id with spaces', 'id: Tarifa de Verão\ncurrency: BRL\nperKwh: 1', 1, 'cannot be the id', 'id: Tarifa-de-Verao'],

  ['a decimal comma', `${head}perKwh: "0,49"`, 3, '"0,49" is not an amount', 'perKwh: "0.49"'],
  ['a decimal comma without quotes', `${head}sessionFee: 1.234,50`, 3, 'is not an amount', 'sessionFee: "1234.50"'],
  ['a price with its currency', `${head}perKwh: R$ 1.90`, 3, 'is not an amount', 'perKwh: "1.90"'],
  ['a price below zero', `${head}perKwh: -0.49`, 3, 'below zero', 'perKwh: "0" or more'],
  ['five decimals', `${head}perKwh: 0.48999`, 3, 'more than four decimals', 'perKwh: "0.4900"'],
  ['a price in words', `${head}perKwh: cheap`, 3, 'cannot be "cheap"', 'perKwh: "0.49"'],
  ['a price without a value', `${head}perKwh:`, 3, 'has no value', 'or leave it out'],
  ['a price as a list', `${head}perKwh: [1]`, 3, 'perKwh cannot be', 'perKwh: "0.49"'],

  ['hours without minutes', `${head}prices:\n  - hours: 6-22`, 4, 'not hours of a day', 'hours: "06:00-22:00"'],
  ['hours with another dash', `${head}prices:\n  - hours: 06:00 – 22:00`, 4, 'not hours', 'hours: "06:00-22:00"'],
  [
    'a time that is none',
    `${head}prices:\n  - hours: 06:00-25:00`,
    4,
    'not hours of a day',
    'hours from 00:00 to 24:00',
  ],
  ['hours that end when they begin', `${head}prices:\n  - hours: 06:00-06:00`, 4, 'end when they begin', '00:00-24:00'],
  ['the full name of a day', `${head}prices:\n  - days: [mon, Tuesday]`, 4, '"Tuesday" is not a day', 'tue'],
  ['a day in Portuguese', `${head}prices:\n  - days:\n      - mon\n      - sábado`, 6, '"sábado" is not a day', 'sat'],
  ['days that are no list', `${head}prices:\n  - days: mon, tue`, 4, 'must be a list', 'days: [mon, tue]'],
  ['the weekend', `${head}prices:\n  - days: weekend`, 4, 'must be a list', 'days: [sat, sun]'],
  [
    'the 30th of February',
    `${head}prices:\n  - season: 12-21..02-30`,
    4,
    '02-30 is not a day',
    '02-29 for the last day',
  ],
  [
    'a season day first',
    `${head}prices:\n  - season: 21/12 a 20/03`,
    4,
    'not a part of the year',
    'season: 12-21..03-20',
  ],
  [
    'a holiday day first',
    `${head}prices:\n  - ${week}\n  - days: [holiday]\nholidays: [12-25,\n 25/12]`,
    7,
    'not a day of the year',
    '12-25',
  ],
  [
    'the 29th of no leap year',
    `${head}prices:\n  - ${week}\n  - days: [holiday]\nholidays:\n  - 2027-02-29`,
    7,
    'not a day',
    '2027-02-28',
  ],
  [
    'holidays that no price is for',
    `${head}perKwh: 1\nholidays: [12-25]`,
    4,
    'no price is for them',
    '[sat, sun, holiday]',
  ],
  [
    'a price for holidays, and none',
    `${head}prices:\n  - ${week}\n  - days: [holiday]`,
    5,
    'the tariff lists none',
    'holidays: ["12-25"',
  ],

  [
    'a gap by the hour',
    `${head}prices:\n  - hours: 06:00-22:00`,
    4,
    'no price at 22:00',
    '- { hours: "22:00-06:00", perKwh',
  ],
  [
    'a gap on one day',
    `${head}prices:\n  - days: [mon, tue, wed, thu, fri, sun]\n  - days: [sat]\n    hours: 00:00-22:00`,
    6,
    'no price on Saturday at 22:00',
    '- { days: [sat], hours: "22:00-24:00", perKwh',
  ],
  [
    'a gap of a day',
    `${head}prices:\n  - days: [mon, tue, wed, thu, fri, sat]`,
    3,
    'no price on Sunday',
    '- { days: [sun], perKwh',
  ],
  [
    'a gap in leap years',
    `${head}prices:\n  - season: 12-21..02-28\n  - season: 03-01..12-20`,
    4,
    'no price on 02-29',
    'season: 12-21..02-29 in prices[0]',
  ],
  [
    'a gap on holidays',
    `${head}prices:\n  - ${week}\n  - days: [holiday]\n    hours: 08:00-24:00\nholidays: [12-25]`,
    6,
    'no price on a holiday at 00:00',
    'hours: "00:00-08:00"',
  ],
  [
    'a gap by energy',
    `${head}prices:\n  - toKwh: 10\n  - fromKwh: 20`,
    3,
    'no price after 10 kWh',
    '{ fromKwh: "10", toKwh: "20", perKwh',
  ],
  ['no price for more energy', `${head}prices:\n  - toKwh: 10`, 4, 'no price after 10 kWh', 'no toKwh in prices[0]'],
  [
    'a gap by duration',
    `${head}prices:\n  - toMinutes: 30\n  - fromMinutes: 31`,
    3,
    'no price after 30 minutes',
    'fromMinutes: 30, toMinutes: 31',
  ],
  [
    'a gap by energy at night',
    `${head}prices:\n  - hours: 06:00-22:00\n  - hours: 22:00-06:00\n    toKwh: 9`,
    3,
    'no price at 22:00 after 9 kWh',
    '{ hours: "22:00-06:00", fromKwh: "9", perKwh',
  ],

  [
    'an exception upon a price',
    `${head}prices:\n  - perKwh: 1\n  - hours: 22:00-06:00`,
    5,
    'prices[0] and prices[1] both hold',
    'hours: "06:00-22:00" in prices[0]',
  ],
  [
    'days upon a price',
    `${head}prices:\n  - perKwh: 1\n  - days: [sat, sun]`,
    5,
    'both hold on',
    'days: [mon, tue, wed, thu, fri] in prices[0]',
  ],
  [
    'hours that overlap',
    `${head}prices:\n  - hours: 06:00-23:00\n  - hours: 22:00-06:00`,
    5,
    'both hold at 22:00',
    '{ hours: "22:00-23:00" } to either',
  ],
  [
    'seasons that overlap',
    `${head}prices:\n  - season: 01-01..06-30\n  - season: 06-30..12-31`,
    5,
    'both hold on 06-30',
    '06-30..06-30',
  ],
  [
    'energy that overlaps',
    `${head}prices:\n  - toKwh: 10\n  - fromKwh: 9.5`,
    5,
    'both hold after 9.5 kWh',
    'fromKwh: "9.5", toKwh: "10"',
  ],
  [
    'durations that overlap',
    `${head}prices:\n  - toMinutes: 10\n  - fromMinutes: 9`,
    5,
    'both hold after 9 minutes',
    'toMinutes: 10',
  ],
  [
    'two prices for everything',
    `${head}prices:\n  - perKwh: 1\n  - perKwh: 2`,
    5,
    'both hold at any time',
    'only one of the two',
  ],
  [
    'energy that ends before it begins',
    `${head}prices:\n  - fromKwh: 10\n    toKwh: 5`,
    5,
    'ends at 5 kWh',
    'a toKwh above 10',
  ],
  [
    'minutes that end when they begin',
    `${head}prices:\n  - fromMinutes: 30\n    toMinutes: 30`,
    5,
    'ends at minute 30',
    'a toMinutes above 30',
  ],

  [
    'the least above the most',
    `${head}perKwh: 1\nminimum: 10\nmaximum: 5`,
    4,
    'more than the most',
    'minimum: "5" and maximum: "10"',
  ],
  [
    'a rate with a sign',
    `${head}perKwh: 1\ntaxes:\n  - name: ICMS\n    percent: 18,5%`,
    6,
    'not a rate',
    'percent: "18.5"',
  ],
  [
    'more tax than price',
    `${head}perKwh: 1\ntaxes: [{name: A, percent: 60}, {name: B, percent: 50}]`,
    4,
    'add up to 110 percent',
    '100 at most',
  ],
  [
    'a tax that is no list',
    `${head}perKwh: 1\ntaxes: 18`,
    4,
    'must be a list',
    'taxes: [{ name: "ICMS", percent: "18" }]',
  ],
  ['a tax without a name', `${head}perKwh: 1\ntaxes:\n  - percent: 18`, 5, 'name is missing', 'name: ICMS'],
  [
    'two taxes of one name',
    `${head}perKwh: 1\ntaxes:\n  - {name: A, percent: 5}\n  - {name: A, percent: 6}`,
    6,
    'two taxes named A',
    'another name',
  ],
  ['yes', `${head}perKwh: 1\ntaxIncluded: yes`, 4, 'neither true nor false', 'taxIncluded: true'],
  [
    'a number in quotes',
    `${head}perIdleMinute: 1\nidleGraceMinutes: "15"`,
    4,
    'not a whole number',
    'idleGraceMinutes: 15 without quotes',
  ],
  [
    'a step of nothing',
    `${head}perKwh: 1\nenergyStepWh: 0`,
    4,
    'not a whole number',
    'a whole number from 1 to 100000',
  ],
  [
    'a date',
    `${head}perKwh: 1\nvalidFrom: 2026-12-01`,
    4,
    'not a time in UTC',
    'validFrom: "2026-12-01T00:00:00.000Z"',
  ],
  [
    'a time of another zone',
    `${head}perKwh: 1\nvalidFrom: 2026-12-01T00:00:00-03:00`,
    4,
    'not a time in UTC',
    '2026-12-01T03:00:00.000Z',
  ],
  [
    'two texts of one language',
    `${head}perKwh: 1\ntexts:\n  - {language: pt-BR, text: A}\n  - {language: pt-br, text: B}`,
    6,
    'two texts in pt-br',
    'one text for each',
  ],
  [
    'a language with an underscore',
    `${head}perKwh: 1\ntexts:\n  - language: pt_BR\n    text: A`,
    5,
    'not a language',
    'language: pt-BR',
  ],
  [
    'a text that is too long',
    `${head}perKwh: 1\ntexts:\n  - language: en\n    text: ${long}`,
    6,
    '513 characters',
    'at most 512',
  ],
  ['prices that are no list', `${head}prices:\n  perKwh: 1`, 3, 'must be a list', 'a dash before each'],
  ['no prices', `${head}prices: []`, 3, 'prices is empty', 'prices: [{ perKwh: "1.90" }]'],
  ['a bare price', `${head}prices: [1.90]`, 3, '"1.90" is not one of the prices', 'prices: [{ perKwh: "1.90" }]'],

  ['a tab', `${head}prices:\n\t- perKwh: 1`, 4, 'begins with a tab', 'two spaces'],
  ['a quote that is not closed', `${head}perKwh: "0.49\nsessionFee: 1`, 3, 'not closed', 'a quote at the end'],
  ['a bracket that is not closed', `${head}prices: [{ perKwh: 1 }`, 3, 'not closed', '] at the end'],
  [
    'JSON without a comma',
    '{\n  "id": "day",\n  "currency": "BRL"\n  "perKwh": "1"\n}',
    4,
    'A comma is missing',
    'a comma',
  ],
  ['JSON without its end', '{\n  "id": "day"', 2, 'not closed', '} at the end'],
  [
    'a line that hangs in the air',
    `${head}prices:\n  - perKwh: 1\n   hours: 06:00-22:00`,
    5,
    'does not stand under',
    'as many spaces',
  ],
  ['no space after the colon', `${head}perKwh:1`, 3, 'no name with a value', 'a space after the colon'],
  ['a reference', `${head}prices:\n  - &a\n    perKwh: 1\n  - *a`, 6, 'no references such as *a', 'the value itself'],
  ['a tag', `${head}perKwh: !!js/function 1`, 3, 'no tags', 'the value alone'],
  ['two documents', `${head}perKwh: 1\n---\n${head}perKwh: 1`, 4, 'more than one document', 'one tariff in each text'],
  ['nothing', '', 1, 'The text is empty', 'a tariff such as'],
  ['only a comment', '# nothing', 1, 'The text is empty', 'a tariff such as'],
  ['a list', '- 1\n- 2', 1, 'not a tariff', 'name: value'],
  ['brackets without end', '['.repeat(20_000), 1, '', 'name: value'],
];

test('there are at least forty of them', () => {
  expect(badTariffs.length).toBeGreaterThanOrEqual(40);
});

test.each(badTariffs)('refused with its line and advice: %s', (_name, text, line, problem, write) => {
  const { tariff, problems } = readTariffText(text);
  expect(tariff).toBeNull();
  expect(problems[0]).toMatchObject({
    line,
    problem: expect.stringContaining(problem) as string,
    write: expect.stringContaining(write) as string,
  });
  expect(problems).toHaveLength(1);
  const [said = '', advice = said] = [problems[0]?.sentence, problems[0]?.advice].map((sentence) =>
    sentence === undefined ? undefined : inWords(sentence, { language: 'pt-BR' }),
  );
  expect(said).not.toBe(problems[0]?.problem);
  expect([said, advice]).not.toContain(null);
});

test('a gap is told in Portuguese too, with the day and the hour', () => {
  const [problem] = readTariffText(
    `${head}prices:\n  - { days: [mon, tue, wed, thu, fri, sun], perKwh: 1 }\n  - { days: [sat], hours: "00:00-22:00", perKwh: 1 }`,
  ).problems;
  const { sentence = sentenceOf('yaml-empty'), advice = sentenceOf('yaml-empty') } = problem ?? {};
  expect(inWords(sentence, { language: 'pt-BR' })).toBe('Não há preço em um sábado às 22:00.');
  expect(inWords(advice, { language: 'pt-BR' })).toMatch(
    /^sem hours em prices\[1\], ou um preço para isso: - { days: \[sat\]/,
  );
});

test('everything that is wrong is told at once, in the order of the lines', () => {
  const text =
    'id: day\ncurrency: BLR\nprices:\n  - hours: 6-22\n    perKWh: "0,49"\n  - hours: 22:00-06:00\nminimum: 5\nmaximum: 2';
  expect(readTariffText(text).problems.map(({ line, path }) => [line, path])).toEqual([
    [2, 'currency'],
    [4, 'prices[0].hours'],
    [5, 'prices[0].perKWh'],
    [5, 'prices[0].perKwh'],
    [7, 'minimum'],
  ]);
});

test('references that multiply are refused before anything is multiplied', () => {
  const levels = Array.from({ length: 30 }, (_, level) => `b${level}: &b${level} [${`*b${level - 1},`.repeat(9)}]`);
  const { problems } = readTariffText([`a: &b-1 [x]`, ...levels, 'prices: *b29'].join('\n'));
  expect(problems.at(-1)?.problem).toContain('references');
});

test('a name of another object is only a name', () => {
  const { problems } = readTariffText(`${head}perKwh: 1\n__proto__: { perKwh: 2 }\nconstructor: 1`);
  expect(problems.map(({ path }) => path)).toEqual(['__proto__', 'constructor']);
});

const whole = `# Night is cheap, holidays are like Sundays
id: city-2027
currency: BRL
validFrom: "2027-01-01T03:00:00Z"
prices:
  - name: Day
    days: [mon, tue, wed, thu, fri]
    hours: 06:00-22:00
    perKwh: 1.90
    perIdleMinute: 0.50
  - name: Night, first 20 kWh
    days: [mon, tue, wed, thu, fri]
    hours: 22:00-06:00
    toKwh: 20
    perKwh: 1.20
  - name: Night
    days: [mon, tue, wed, thu, fri]
    hours: 22:00-06:00
    fromKwh: 20
    perKwh: 1.40
  - name: Weekend in summer
    days: [sat, sun, holiday]
    season: 12-21..03-20
    perKwh: 1.50
  - name: Weekend
    days: [sat, sun, holiday]
    season: 03-21..12-20
    perKwh: 1.30
idleGraceMinutes: 15
sessionFee: 2
minimum: 5
taxes:
  - name: ICMS
    percent: 18
  - { name: ISS, percent: 5.25 }
holidays:
  - 12-25
  - 2027-02-09
texts:
  - language: pt-BR
    text: "R$ 1,90 por kWh; à noite R$ 1,20"
`;
