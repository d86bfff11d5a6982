import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Vehicle, VehicleFilter, VehicleOrder } from '../../src/contract/vehicles/vehicle.ts';
import { madeUpVehicles } from '../../src/vehicles/market/made-up-vehicles.ts';
import { searchVehicles } from '../../src/vehicles/search/search-vehicles.ts';
import { fillStock } from '../../src/vehicles/stock/fill-stock.ts';
import { type AgentDoor, openAgentDoor } from '../support/agent-door.ts';
import { type ConnectedClient, connect, modernClient, textOf } from '../support/mcp-client.ts';
import { scale } from '../support/scale.ts';
import { slowSearch } from './vehicles/slow-search.ts';
import { orders, wishesFor } from './vehicles/wishes.ts';

const year = new Date().getUTCFullYear();
const stock = scale({ test: 3_000, soak: 20_000 });
const runs = scale({ test: 150, soak: 2_000 });

let door: AgentDoor;
let client: ConnectedClient;
let all: Vehicle[];
let ahead = 0;

beforeAll(async () => {
  // Hands of the clock by which calls are counted are put forward, since no buyer asks so much in a minute.
  const clock = { now: () => new Date(Date.now() + ahead) };
  door = await openAgentDoor({ hasVehicles: true, clock, config: { toolCallsPerMinute: 1_000_000 } });
  await fillStock(door.pool, { vehicles: madeUpVehicles({ count: stock, seed: 7, year }) });
  client = await connect(door.mcp.address.replace(/mcp$/, 'mcp/x/vehicles'), modernClient);
  all = await everyVehicle();
}, 120_000);
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await door[Symbol.asyncDispose]();
});

async function everyVehicle(): Promise<Vehicle[]> {
  const { rows } = await door.pool.query<Record<string, unknown>>('select * from veiculo');
  const numbers = ['motorizacao', 'preco', 'bateria_kwh', 'potencia_ac_kw', 'potencia_dc_kw'];
  return rows.map((row) => {
    const decimals = numbers.map((name) => [name, row[name] === null ? null : Number(row[name])]);
    return { ...row, ...Object.fromEntries(decimals) } as Vehicle;
  });
}

type Answer = { text: string; data: Record<string, unknown>; isError: boolean };
type Found = { total: number; total_e_minimo: boolean; proximo?: string; veiculos: { id: string }[] };

async function call(name: string, given: object = {}): Promise<Answer> {
  ahead += 200;
  const answer = await client.callTool({ name, arguments: { ...given } });
  const { structuredContent = {}, isError = false } = answer as { structuredContent?: object; isError?: boolean };
  return { text: textOf(answer), data: structuredContent as Answer['data'], isError };
}

async function found(given: VehicleFilter & { ordenacao?: VehicleOrder; limite?: number }): Promise<Found> {
  const { data, isError, text } = await call('buscar_veiculos', given);
  if (isError) throw new Error(text);
  return data as unknown as Found;
}

/** Whether a search finds the same as the slow one, in the same order. */
async function mustAgree(filter: VehicleFilter, ordenacao: VehicleOrder): Promise<void> {
  const expected = slowSearch(all, filter, ordenacao);
  const { total, total_e_minimo, veiculos, proximo } = await found({ ...filter, ordenacao, limite: 50 });
  expect({ total, total_e_minimo }).toEqual({
    total: Math.min(expected.length, 10_000),
    total_e_minimo: expected.length > 10_000,
  });
  expect(veiculos.map(({ id }) => id)).toEqual(expected.slice(0, 50).map(({ id }) => id));
  expect(proximo !== undefined).toBe(expected.length > 50);
}

const filterNames = [
  ...(['texto_busca', 'marca', 'modelo', 'cor', 'ano_min', 'ano_max', 'preco_min', 'preco_max', 'km_min'] as const),
  ...([
    'km_max',
    'carroceria',
    'recarregavel',
    'combustivel',
    'transmissao',
    'portas',
    'motorizacao_min',
    'motorizacao_max',
  ] as const),
  ...(['bateria_min_kwh', 'autonomia_min_km', 'conector', 'potencia_ac_min_kw', 'potencia_dc_min_kw'] as const),
];

test('every filter is tried', () => {
  expect(wishesFor(all).names.toSorted()).toEqual([...filterNames].toSorted());
});

test.each(filterNames)('%s alone finds what the slow search finds', async (name) => {
  const { each, order } = wishesFor(all);
  await fc.assert(
    fc.asyncProperty(each[name], order, (value, ordenacao) => mustAgree({ [name]: value }, ordenacao)),
    { numRuns: Math.ceil(runs / 15), seed: 11 },
  );
});

test('filters together find what the slow search finds', async () => {
  const { together, order } = wishesFor(all);
  await fc.assert(fc.asyncProperty(together, order, mustAgree), { numRuns: runs, seed: 12 });
});

test.each(orders)('page after page every vehicle comes once, in the order %s', async (ordenacao) => {
  const filter = { combustivel: 'Flex', ano_min: year - 8 } as const;
  const seen: string[] = [];
  let depois: string | undefined;
  do {
    const { veiculos, proximo } = await found({ ...filter, ordenacao, limite: 50, ...(depois && { depois }) });
    seen.push(...veiculos.map(({ id }) => id));
    depois = proximo;
  } while (depois !== undefined);
  expect(seen).toEqual(slowSearch(all, filter, ordenacao).map(({ id }) => id));
});

test('beyond what is counted, pages are read along an index and are the same', async () => {
  const { together, each, order } = wishesFor(all);
  const wish = fc.oneof(
    together,
    fc.record({ ano_min: each.ano_min }),
    fc.record({ km_max: each.km_max }),
    fc.constant({}),
  );
  await fc.assert(
    fc.asyncProperty(wish, order, fc.nat(3), async (filter, ordenacao, pages) => {
      const expected = slowSearch(all, filter, ordenacao).map(({ id }) => id);
      let depois: string | undefined;
      for (let page = 0; page <= pages; page += 1) {
        const answer = await searchVehicles(door.pool, { ...filter, ordenacao, limite: 7, depois }, 10);
        const { total, total_e_minimo, veiculos, proximo } = answer;
        expect({ total, total_e_minimo }).toEqual({
          total: Math.min(expected.length, 10),
          total_e_minimo: expected.length > 10,
        });
        expect(veiculos.map(({ id }) => id)).toEqual(expected.slice(page * 7, page * 7 + 7));
        expect(proximo !== null).toBe(expected.length > page * 7 + 7);
        if (proximo === null) return;
        depois = proximo;
      }
    }),
    { numRuns: runs, seed: 13 },
  );
});

test.each([
  ['automatico prata fit', 'fit prata automatica'],
  ['FITS PRATAS AUTOMÁTICAS', 'fit prata automatica'],
  ['corola', 'corolla'],
  ['onyx 1.0', 'onix 1.0'],
  ['hondda civc', 'honda civic'],
  ['hrv', 'hr-v'],
  ['t cross', 't-cross'],
  ['TCROSS', 't-cross'],
  ['vw', 'volkswagen'],
  ['carro eletrico azul', 'elétrico azul'],
  ['azuis', 'azul'],
  ['híbridas', 'hibrido'],
  ['carros com 2 portas', '2 portas'],
])('"%s" finds what "%s" finds, which is something', async (text, meant) => {
  const [one, other] = [
    await found({ texto_busca: text, limite: 50 }),
    await found({ texto_busca: meant, limite: 50 }),
  ];
  expect(one.total).toBeGreaterThan(0);
  expect(one.veiculos).toEqual(other.veiculos);
  expect(slowSearch(all, { texto_busca: meant }, 'menor_preco').length).toBe(other.total);
});

test('what was corrected, left out and not known is told in the text and as data', async () => {
  const { data, text } = await call('buscar_veiculos', { texto_busca: 'corola' });
  expect(data).toMatchObject({ correcoes: [{ de: 'corola', para: 'corolla' }], palavras_desconhecidas: [] });
  expect(text).toContain('Corrigi: “corola” como “corolla”.');
  const left = await call('buscar_veiculos', { texto_busca: 'fit zeppelin' });
  expect(left.data).toMatchObject({ palavras_nao_usadas: ['zeppelin'] });
  expect(left.text).toContain('Não usei: “zeppelin”; o estoque não registra isso.');
  const none = await call('buscar_veiculos', { texto_busca: 'jaguar zeppelin' });
  expect(none.data).toMatchObject({ total: 0, veiculos: [], palavras_desconhecidas: ['jaguar', 'zeppelin'] });
  expect(none.text).toMatch(/^Nenhum veículo corresponde a estes critérios\./);
  expect(none.text).toContain('Nenhum veículo à venda tem: “jaguar”, “zeppelin”.');
  const suv = await call('buscar_veiculos', { texto_busca: 'suv' });
  expect(suv.text).toContain('Entendi “suv”: carroceria SUV.');
});

test('English names, and words without accents or in the other gender, are understood', async () => {
  const given = {
    brand: 'vw',
    year_min: year - 6,
    price_max: 150_000,
    transmission: 'automatico',
    sort: 'newest',
    limit: 50,
  };
  const expected = slowSearch(
    all,
    { marca: 'Volkswagen', ano_min: year - 6, preco_max: 150_000, transmissao: 'Automática' },
    'mais_novo',
  );
  const { data } = await call('buscar_veiculos', given);
  expect((data as unknown as Found).veiculos.map(({ id }) => id)).toEqual(expected.slice(0, 50).map(({ id }) => id));
  expect(expected.length).toBeGreaterThan(3);
});

test('the answer of a search begins with a Markdown table', async () => {
  const { text, data } = await call('buscar_veiculos', { marca: 'Honda', limite: 3 });
  const lines = text.split('\n');
  expect(lines[0]).toMatch(/^\| Marca \| Modelo \| Ano \|.* Preço \| id \|$/);
  expect(lines[1]).toMatch(/^\|( --- \|)+$/);
  expect(lines[2]).toMatch(/^\| Honda \| .* \| R\$ [\d.]+,\d\d \| [\da-f-]{36} \|$/);
  const [first] = (data as unknown as Found).veiculos;
  expect(Object.keys(first ?? {})).toEqual(
    expect.arrayContaining(['id', 'marca', 'ano_fabricacao', 'preco', 'quilometragem']),
  );
  expect(text).toMatch(/veículos correspondem; 3 nesta página\. Para ver mais, /);
});

test('the lists and ranges are those of the stock', async () => {
  const distinct = (read: (vehicle: Vehicle) => string | number) => new Set(all.map(read));
  const lists: [tool: string, key: string, read: (vehicle: Vehicle) => string | number][] = [
    ['listar_marcas', 'marcas', ({ marca }) => marca],
    ['listar_modelos', 'modelos', ({ modelo }) => modelo],
    ['listar_cores_disponiveis', 'cores', ({ cor }) => cor],
    ['listar_tipos_combustivel', 'tipos_combustivel', ({ tipo_combustivel }) => tipo_combustivel],
    ['listar_tipos_transmissao', 'tipos_transmissao', ({ tipo_transmissao }) => tipo_transmissao],
    ['listar_numero_de_portas', 'numeros_de_portas', ({ numero_portas }) => numero_portas],
  ];
  for (const [tool, key, read] of lists)
    expect([tool, new Set((await call(tool)).data[key] as string[])]).toEqual([tool, distinct(read)]);
  for (const given of [{ marcas: ['honda', 'VW'] }, { brands: ['Honda', 'Volkswagen'] }])
    expect(new Set((await call('listar_modelos', given)).data['modelos'] as string[])).toEqual(
      new Set(all.filter(({ marca }) => ['Honda', 'Volkswagen'].includes(marca)).map(({ modelo }) => modelo)),
    );
  const range = (read: (vehicle: Vehicle) => number) => [Math.min(...all.map(read)), Math.max(...all.map(read))];
  for (const [tool, key, read] of [
    ['obter_range_anos', 'ano', ({ ano_fabricacao }: Vehicle) => ano_fabricacao],
    ['obter_range_precos', 'preco', ({ preco }: Vehicle) => preco],
    ['obter_range_km', 'km', ({ quilometragem }: Vehicle) => quilometragem],
  ] as const) {
    const { data } = await call(tool);
    expect([data[`${key}_minimo`], data[`${key}_maximo`]]).toEqual(range(read));
  }
});

test('one vehicle is told in full, several side by side, and what is not there is said', async () => {
  const [one, other] = slowSearch(all, { combustivel: 'Elétrico' }, 'menor_preco');
  const { data, text } = await call('detalhes_veiculo', { veiculo_id: one?.id });
  expect(data['veiculo']).toMatchObject({ id: one?.id, preco: one?.preco, tipo_conector: one?.tipo_conector });
  expect(data['veiculo']).not.toHaveProperty('motorizacao');
  expect(text).toMatch(/\| Autonomia \(km\) \| \d+ \|/);
  const compared = await call('comparar_veiculos', { ids: [other?.id.toUpperCase(), one?.id] });
  expect(compared.data).toMatchObject({ mais_barato: one?.id, veiculos: [{ id: other?.id }, { id: one?.id }] });
  const nobody = '0199a3c0-7b1e-7c3a-9d52-3f6a1b2c4d5e';
  const missing = await call('detalhes_veiculo', { veiculo_id: nobody });
  expect(missing).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^No vehicle for sale has this id/) as string,
  });
  expect(await call('comparar_veiculos', { veiculo_ids: [one?.id, nobody] })).toMatchObject({ isError: true });
});

test('instalments of a vehicle are reckoned to the cent, and no rate is made up', async () => {
  const [one] = slowSearch(all, { preco_min: 50_000 }, 'menor_preco');
  const given = { veiculo_id: one?.id, entrada: 10_000, meses: 48, taxa_mensal_pct: 1.49 };
  const { data, text } = await call('simular_financiamento', given);
  const rows = data['parcelas'] as { parcela: string; amortizacao: string }[];
  const cents = (texts: readonly string[]) => texts.reduce((sum, each) => sum + Math.round(Number(each) * 100), 0);
  expect(rows).toHaveLength(48);
  expect(cents(rows.map(({ amortizacao }) => amortizacao))).toBe(cents([data['financiado'] as string]));
  expect(text).toMatch(/\| Parcela \| R\$ [\d.]+,\d\d \|[\s\S]*Sem IOF/);
  const sac = await call('simular_financiamento', { ...given, tabela: 'SAC' });
  expect(Number(sac.data['primeira_parcela'])).toBeGreaterThan(Number(sac.data['ultima_parcela']));
  for (const wrong of [{ taxa_mensal_pct: undefined }, { entrada: 99_000_000 }, { meses: 0 }, { valor: 5 }])
    expect((await call('simular_financiamento', { ...given, ...wrong })).isError).toBe(true);
});

test('vehicles that were changed, sold and brought since are found as they are', async () => {
  await door.pool.query(
    `update veiculo set preco = preco * 3, quilometragem = quilometragem / 3,
       ano_fabricacao = ano_fabricacao - 1, cor = case when numero_portas = 4 then 'Verde-água' else cor end
     where id in (select id from veiculo order by id limit $1)`,
    [Math.ceil(stock / 10)],
  );
  await door.pool.query('delete from veiculo where id in (select id from veiculo order by id desc limit $1)', [
    stock / 10,
  ]);
  await fillStock(door.pool, { vehicles: madeUpVehicles({ count: 100, seed: 8, year: year - 3 }) });
  all = await everyVehicle();
  const { together, order } = wishesFor(all);
  await fc.assert(
    fc.asyncProperty(together, order, async (filter, ordenacao) => {
      await mustAgree(filter, ordenacao);
      const { veiculos } = await searchVehicles(door.pool, { ...filter, ordenacao, limite: 20 }, 10);
      const expected = slowSearch(all, filter, ordenacao).slice(0, 20);
      expect(veiculos.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: Math.ceil(runs / 3), seed: 14 },
  );
  const { total } = await found({ texto_busca: 'verde agua' });
  expect(total).toBe(slowSearch(all, { cor: 'verde-agua' }, 'menor_preco').length);
  expect(total).toBeGreaterThan(0);
});
