import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Vehicle, VehiclePage, VehicleSearch } from '#contract/vehicles/vehicle.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { madeUpVehicles } from '../market/made-up-vehicles.ts';
import { fillStock, usualStock } from '../stock/fill-stock.ts';
import { addVehicles } from '../stock/vehicle-store.ts';
import { searchVehicles } from './search-vehicles.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = database.pool;
  // The stock of the demo, as the guide's first searches find it.
  await fillStock(pool, { vehicles: madeUpVehicles({ ...usualStock, year: new Date().getUTCFullYear() }) });
});
afterAll(() => database[Symbol.asyncDispose]());

async function search(given: Omit<VehicleSearch, 'limite'>): Promise<VehiclePage> {
  return searchVehicles(pool, { limite: 50, ...given });
}
const said = (texto_busca: string) => search({ texto_busca });

test.each<[text: string, fits: (vehicle: Vehicle) => boolean]>([
  ['SUV', ({ carroceria }) => carroceria === 'SUV'],
  ['suvs', ({ carroceria }) => carroceria === 'SUV'],
  ['quero um utilitário esportivo', ({ carroceria }) => carroceria === 'SUV'],
  ['picape', ({ carroceria }) => carroceria === 'Picape'],
  ['caminhonete a diesel', (each) => each.carroceria === 'Picape' && each.tipo_combustivel === 'Diesel'],
  ['diesel pickups', (each) => each.carroceria === 'Picape' && each.tipo_combustivel === 'Diesel'],
  ['pick-up', ({ carroceria }) => carroceria === 'Picape'],
  ['sedan', ({ carroceria }) => carroceria === 'Sedã'],
  ['sedãs', ({ carroceria }) => carroceria === 'Sedã'],
  ['hatch branco', (each) => each.carroceria === 'Hatch' && each.cor === 'Branco'],
  ['white hatchback', (each) => each.carroceria === 'Hatch' && each.cor === 'Branco'],
  ['sedan ou hatch', ({ carroceria }) => carroceria === 'Sedã' || carroceria === 'Hatch'],
  ['câmbio manual', ({ tipo_transmissao }) => tipo_transmissao === 'Manual'],
  ['câmbio automático', ({ tipo_transmissao }) => ['Automática', 'CVT'].includes(tipo_transmissao)],
  ['automatic gearbox', ({ tipo_transmissao }) => ['Automática', 'CVT'].includes(tipo_transmissao)],
  ['zero km', ({ quilometragem }) => quilometragem <= 100],
  ['0km', ({ quilometragem }) => quilometragem <= 100],
  ['híbrido plug-in', (each) => each.tipo_combustivel === 'Híbrido' && each.tipo_conector !== null],
  ['plug-in hybrid', (each) => each.tipo_combustivel === 'Híbrido' && each.tipo_conector !== null],
  ['gasoline', ({ tipo_combustivel }) => tipo_combustivel === 'Gasolina'],
  ['carro eletrico', ({ tipo_combustivel }) => tipo_combustivel === 'Elétrico'],
  ['quatro portas honda', (each) => each.numero_portas === 4 && each.marca === 'Honda'],
  ['honda ou toyota', ({ marca }) => ['Honda', 'Toyota'].includes(marca)],
  ['honda e toyota', ({ marca }) => ['Honda', 'Toyota'].includes(marca)],
  ['brancos ou pretas', ({ cor }) => ['Branco', 'Preto'].includes(cor)],
  ['civic ou corolla', ({ modelo }) => ['Civic', 'Corolla'].includes(modelo)],
  ['fiat sem ser branco', (each) => each.marca === 'Fiat' && each.cor !== 'Branco'],
  ['SUV not white, not black', (each) => each.carroceria === 'SUV' && !['Branco', 'Preto'].includes(each.cor)],
  ['suv que não seja flex', (each) => each.carroceria === 'SUV' && each.tipo_combustivel !== 'Flex'],
  ['até 80 mil', ({ preco }) => preco <= 80_000],
  ['suv under 150k', (each) => each.carroceria === 'SUV' && each.preco <= 150_000],
  ['fiat de 50 a 90 mil', (each) => each.marca === 'Fiat' && each.preco >= 50_000 && each.preco <= 90_000],
  ['a partir de 2022 com menos de 40.000 km', (each) => each.ano_fabricacao >= 2022 && each.quilometragem <= 40_000],
  ['elétrico com 300 km de autonomia', (each) => (each.autonomia_km ?? 0) >= 300 && each.motorizacao === null],
])('“%s” finds what is meant, and leaves no word out', async (text, fits) => {
  const { veiculos, total, palavras_nao_usadas, palavras_desconhecidas, correcoes } = await said(text);
  expect({ palavras_nao_usadas, palavras_desconhecidas, correcoes }).toEqual({
    palavras_nao_usadas: [],
    palavras_desconhecidas: [],
    correcoes: [],
  });
  expect(total).toBeGreaterThan(0);
  expect(veiculos.filter((each) => !fits(each))).toEqual([]);
  const all = (await searchVehicles(pool, { limite: 500 })).veiculos;
  expect(total).toBe(all.filter(fits).length);
});

test('the first searches of the guide find something in the stock of the demo', async () => {
  expect((await said('fit prata automatico')).total).toBeGreaterThan(0);
  expect((await search({ marca: 'vw', preco_max: 80_000, ordenacao: 'mais_novo' })).total).toBeGreaterThan(0);
});

test.each([
  ['sedan', 'Seal'],
  ['turbo', 'Toro'],
  ['golf', 'Gol'],
  ['seat', 'Seal'],
  ['cobalt', 'Bolt'],
])('“%s” is never taken for %s', async (text, wrong) => {
  const { veiculos, correcoes } = await said(text);
  expect(correcoes).toEqual([]);
  expect(veiculos.filter(({ modelo, carroceria }) => modelo === wrong && carroceria !== 'Sedã')).toEqual([]);
});

test('a word that the stock does not record is left out and told; a car that nobody sells finds nothing', async () => {
  const turbo = await said('toro turbo 4x4');
  expect(turbo.palavras_nao_usadas).toEqual(['turbo', '4x4']);
  expect(turbo.veiculos.every(({ modelo }) => modelo === 'Toro')).toBe(true);
  expect(turbo.total).toBeGreaterThan(0);
  expect(await said('jaguar prata')).toMatchObject({ total: 0, palavras_desconhecidas: ['jaguar'] });
  expect(await said('zeppelin')).toMatchObject({ total: 0, palavras_desconhecidas: ['zeppelin'] });
});

test.each([
  ['corola', 'corolla'],
  ['hondda', 'honda'],
  ['conversivl', 'conversivel'],
  ['caminhonte', 'caminhonete'],
  ['dolfin', 'dolphin'],
])('“%s” is corrected to “%s”, and told', async (text, meant) => {
  const { correcoes } = await said(text);
  expect(correcoes).toEqual([{ de: text, para: meant }]);
});

test.each([
  ['mais novo', 'mais_novo'],
  ['os mais novos', 'mais_novo'],
  ['newest', 'mais_novo'],
  ['mais barato', 'menor_preco'],
  ['menos rodado', 'menor_km'],
] as const)('“%s” in a text sorts, unless an order was given', async (text, ordenacao) => {
  const ids = async (given: Omit<VehicleSearch, 'limite'>) => (await search(given)).veiculos.map(({ id }) => id);
  expect(await ids({ texto_busca: `fiat ${text}` })).toEqual(await ids({ texto_busca: 'fiat', ordenacao }));
  expect(await ids({ texto_busca: `fiat ${text}`, ordenacao: 'maior_km' })).toEqual(
    await ids({ texto_busca: 'fiat', ordenacao: 'maior_km' }),
  );
});

test.each<[filter: Omit<VehicleSearch, 'limite'>, same: Omit<VehicleSearch, 'limite'>]>([
  [{ combustivel: 'eletrico' }, { combustivel: 'Elétrico' }],
  [{ combustivel: 'ELÉTRICA' }, { combustivel: 'Elétrico' }],
  [{ combustivel: 'petrol, diesel' }, { combustivel: 'Gasolina,Diesel' }],
  [{ combustivel: 'híbrido plug-in' }, { combustivel: 'Híbrido', recarregavel: true }],
  [{ carroceria: 'pickup' }, { carroceria: 'Picape' }],
  [{ carroceria: 'seda' }, { carroceria: 'Sedã' }],
  [{ transmissao: 'automatic' }, { transmissao: 'Automática' }],
  [{ conector: 'type 2' }, { conector: 'Tipo 2' }],
  [{ conector: 'ccs2' }, { conector: 'CCS2' }],
  [{ cor: 'pretas' }, { cor: 'Preto' }],
  [{ cor: 'white' }, { cor: 'Branco' }],
  [{ modelo: 'hrv' }, { modelo: 'HR-V' }],
  [{ marca: 'GM' }, { marca: 'Chevrolet' }],
])('the filter %o means %o', async (filter, same) => {
  const [one, other] = [await search(filter), await search(same)];
  expect(one.total).toBeGreaterThan(0);
  expect(one.veiculos).toEqual(other.veiculos);
});

test('a mistyped brand is corrected and told, and one that nobody sells is named', async () => {
  expect(await search({ marca: 'Volksvagen' })).toMatchObject({
    correcoes: [{ de: 'volksvagen', para: 'volkswagen' }],
  });
  expect(await search({ marca: 'Jaguar' })).toMatchObject({ total: 0, palavras_desconhecidas: ['jaguar'] });
});

test('who finds nothing hears which filter is in the way', async () => {
  const { total, sem_filtro } = await search({ marca: 'Honda', preco_max: 1 });
  expect(total).toBe(0);
  expect(sem_filtro.map(({ filtro }) => filtro)).toEqual(expect.arrayContaining(['preco_max']));
});

test('a dealer’s own fuel, gearbox and body are kept, and found by each of their words', async () => {
  const base = [...madeUpVehicles({ count: 1, seed: 1, year: new Date().getUTCFullYear() })][0];
  if (base === undefined) throw new Error('One was asked for.');
  await addVehicles(pool, [
    {
      ...base,
      marca: 'Gurgel',
      modelo: 'X-12 Tocantins',
      motorizacao: 1.6,
      tipo_combustivel: 'Gasolina + GNV',
      tipo_transmissao: 'Dupla embreagem',
      carroceria: 'Buggy',
    },
    { ...base, marca: 'Chevrolet', modelo: 'Onix Plus 1.0 Turbo', motorizacao: 1, tipo_combustivel: 'Flex' },
  ]);
  for (const filter of [{ combustivel: 'gnv' }, { transmissao: 'dupla embreagem' }, { carroceria: 'buggy' }])
    expect((await search(filter)).veiculos.map(({ marca }) => marca)).toEqual(['Gurgel']);
  const [onix] = (await search({ modelo: 'onix plus' })).veiculos;
  expect(onix).toMatchObject({ modelo: 'Onix Plus 1.0 Turbo', carroceria: 'Sedã' });
});
