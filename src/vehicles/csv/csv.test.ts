import { expect, test } from 'vitest';
import { csvHeader, csvLine } from '#contract/csv.ts';
import { csvColumns } from '#contract/vehicles/csv-columns.ts';
import { madeUpVehicles } from '../market/made-up-vehicles.ts';
import { maxRows, readVehicleRows } from './read-vehicle-rows.ts';

const year = 2026;
const header =
  'marca,modelo,ano_fabricacao,ano_modelo,motorizacao,tipo_combustivel,cor,quilometragem,numero_portas,tipo_transmissao,preco';
const good = 'Honda,Fit,2019,2020,1.5,Flex,Prata,45000,4,CVT,72900.00';

test('what an export writes an import reads as it was', () => {
  const id = '0199a3c0-7b1e-7c3a-9d52-3f6a1b2c4d5e';
  const all = [...madeUpVehicles({ count: 300, seed: 5, year })].map((each) => ({
    ...each,
    carroceria: 'SUV',
    id,
    data_criacao: '',
  }));
  for (const vehicle of [...all, { ...all[0], marca: '=1+1', modelo: 'A "B", C;D', cor: "d'água" }] as typeof all) {
    const { vehicles, problems } = readVehicleRows(csvHeader(csvColumns) + csvLine(csvColumns, vehicle), year);
    const { data_criacao: _at, ...same } = vehicle;
    expect({ vehicles, problems }).toEqual({ vehicles: [same], problems: [] });
  }
});

test.each([
  ['1.234,56', 1234.56],
  ['1234.56', 1234.56],
  ['1234,5', 1234.5],
  ['R$ 45.000', 45_000],
  ['45.000,00', 45_000],
  ['1.234.567,89', 1_234_567.89],
])('the price %s is read as people in Brazil or elsewhere mean it', (text, preco) => {
  const row = good.replace('72900.00', `"${text}"`);
  expect(readVehicleRows(`${header}\n${row}`, year).vehicles).toMatchObject([{ preco }]);
});

test('words may lack their accents, be in the other gender or small', () => {
  const row = 'Honda,Fit,2019,,1.5,HIBRIDO,Prata,45000,4,automatico,72900';
  expect(readVehicleRows(`\uFEFF${header.toUpperCase()}\r\n${row}\r\n`, year)).toMatchObject({
    problems: [],
    vehicles: [{ tipo_combustivel: 'Híbrido', tipo_transmissao: 'Automática', ano_modelo: 2019 }],
  });
});

test.each([
  ['GNV', 'GNV'],
  ['álcool', 'Etanol'],
  ['petrol', 'Gasolina'],
  ['Gasolina + GNV', 'Gasolina + GNV'],
  ['Vapor', 'Vapor'],
])('the fuel %s is taken as %s: known words are made ours, others are the dealer’s', (fuel, taken) => {
  expect(readVehicleRows(`${header}\n${good.replace('Flex', fuel)}`, year)).toMatchObject({
    problems: [],
    vehicles: [{ tipo_combustivel: taken }],
  });
});

test.each<[row: string, column: string, problem: RegExp]>([
  [good.replace('2019', '1989'), 'ano_fabricacao', /a whole number from 1990 to 2027/],
  [good.replace('2020', '2018'), 'ano_modelo', /lies before ano_fabricacao/],
  [good.replace('1.5', ''), 'motorizacao', /only an electric one has no engine/],
  [good.replace('Flex', 'Elétrico'), 'motorizacao', /an electric one has no engine/],
  [good.replace('Flex', 'Gasolna'), 'tipo_combustivel', /one of Gasolina/],
  [good.replace('CVT', 'Automatca'), 'tipo_transmissao', /one of Automática/],
  [good.replace('45000', '-1'), 'quilometragem', /a whole number from 0/],
  [good.replace('45000', '45000.5'), 'quilometragem', /a whole number/],
  [good.replace('72900.00', '0'), 'preco', /a number from 0.01/],
  [good.replace('72900.00', '1e5'), 'preco', /a number from 0.01/],
  [good.replace('72900.00', '100000000'), 'preco', /a number from 0.01 to 99999999.99/],
  [good.replace('Prata', ''), 'cor', /is empty/],
  [good.replace('Prata', 'x'.repeat(51)), 'cor', /up to 50 visible characters/],
  [good.replace('Prata', 'pra\u200bta'), 'cor', /visible characters/],
])('a row %s is told by its number and column', (row, column, problem) => {
  const { problems } = readVehicleRows(`${header}\n${good}\n${row}`, year);
  expect(problems[0]).toMatchObject({ row: 3, column, problem: expect.stringMatching(problem) as string });
  expect(problems.every((each) => each.row === 3)).toBe(true);
});

test.each<[text: string, row: number, problem: RegExp]>([
  ['', 1, /column is missing|no row/],
  [header, 1, /no row below the header/],
  [`${header},banheiros\n${good},2`, 1, /no column of this name/],
  [`${header},marca\n${good},Fiat`, 1, /stands here twice/],
  [`${header.replace(',preco', '')}\n${good}`, 1, /column is missing/],
  [`${header}\n${good},1,2`, 2, /13 cells and the header 11/],
  [`${header}\n"Honda,Fit`, 2, /quote is opened/],
])('a file %j is refused', (text, row, problem) => {
  const { problems } = readVehicleRows(text, year);
  expect(problems.some((each) => each.row === row && problem.test(each.problem))).toBe(true);
});

test('the same id twice, and more rows than are taken at once, are told', () => {
  const id = '0199a3c0-7b1e-7c3a-9d52-3f6a1b2c4d5e';
  const twice = readVehicleRows(`id,${header}\n${id},${good}\n${id.toUpperCase()},${good}`, year);
  expect(twice.problems).toMatchObject([{ row: 3, column: 'id', problem: 'The same id stands in row 2 already.' }]);
  const { problems } = readVehicleRows(`${header}\n${`${good}\n`.repeat(maxRows + 1)}`, year);
  expect(problems).toMatchObject([{ row: 1, problem: expect.stringMatching(/100001 rows are more/) as string }]);
});

test('made-up vehicles are the same again for the same seed, and fit the market', () => {
  const make = (seed: number) => [...madeUpVehicles({ count: 1_000, seed, year })];
  expect(make(42)).toEqual(make(42));
  expect(make(42)).not.toEqual(make(43));
  for (const each of make(42)) {
    expect(each.ano_modelo - each.ano_fabricacao === 0 || each.ano_modelo - each.ano_fabricacao === 1).toBe(true);
    expect(each.ano_fabricacao).toBeLessThanOrEqual(year);
    expect(each.motorizacao === null).toBe(each.tipo_combustivel === 'Elétrico');
    expect(each.preco).toBeGreaterThan(1_000);
  }
});
