import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportedVariable } from '../../src/charging/variables/record-variables.ts';
import type { VariablePlace } from '../../src/contract/stations/variables.ts';
import { madeUpVehicles } from '../../src/vehicles/market/made-up-vehicles.ts';
import { fillStock } from '../../src/vehicles/stock/fill-stock.ts';
import { addVehicles } from '../../src/vehicles/stock/vehicle-store.ts';
import { type AgentDoor, enterStation, openAgentDoor } from '../support/agent-door.ts';
import { type ConnectedClient, connect, modernClient, textOf } from '../support/mcp-client.ts';
import { carryOut, contextOf, refusalOf } from '../support/tool-calls.ts';

let door: AgentDoor;
let client: ConnectedClient;
beforeAll(async () => {
  door = await openAgentDoor({ hasVehicles: true });
  await fillStock(door.pool, { vehicles: madeUpVehicles({ count: 500, seed: 3, year: new Date().getUTCFullYear() }) });
  client = await connect(door.mcp.address.replace(/mcp$/, 'mcp/x/vehicles'), modernClient);
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await door[Symbol.asyncDispose]();
});

type Answer = { isError: boolean; text: string; data: Record<string, unknown> };

async function call(name: string, given: object): Promise<Answer> {
  const answer = await client.callTool({ name, arguments: { ...given } });
  const { isError = false, structuredContent = {} } = answer as Partial<{
    isError: boolean;
    structuredContent: object;
  }>;
  return { isError, text: textOf(answer), data: structuredContent as Answer['data'] };
}

test.each<[what: string, given: object, says: RegExp]>([
  ['years the wrong way round', { ano_min: 2020, ano_max: 2010 }, /ano_min is not accepted: must not be above ano_max/],
  [
    'prices the wrong way round',
    { preco_min: 2, preco_max: 1 },
    /preco_min is not accepted: must not be above preco_max/,
  ],
  ['km the wrong way round', { km_min: 2, km_max: 1 }, /km_min is not accepted/],
  ['litres the wrong way round', { motorizacao_min: 2, motorizacao_max: 1 }, /motorizacao_min is not accepted/],
  ['a negative price', { preco_max: -1 }, /preco_max accepts a number of at least 0/],
  ['negative km', { km_min: -5 }, /km_min accepts a whole number from 0 to 10000000/],
  ['a negative battery', { bateria_min_kwh: -5 }, /bateria_min_kwh accepts a number of at least 0/],
  ['half a year', { ano_min: 2020.5 }, /ano_min accepts a whole number from 1900 to 2100/],
  ['a year beyond all years', { ano_max: 99_999_999_999 }, /ano_max accepts/],
  ['a number as text', { preco_max: '80000' }, /preco_max accepts a number/],
  ['an unknown order', { ordenacao: 'preco; drop table veiculo' }, /ordenacao accepts one of/],
  ['six doors', { portas: 6 }, /portas accepts a whole number from 2 to 5/],
  ['10 kB of text', { texto_busca: 'a'.repeat(10_240) }, /texto_busca accepts a text with a length from 1 to 200/],
  [
    '21 words',
    { texto_busca: 'fit '.repeat(40) + Array.from({ length: 21 }, (_, i) => `w${i}`).join(' ') },
    /texto_busca/,
  ],
  ['an empty text', { texto_busca: '   ' }, /texto_busca accepts a text/],
  ['emoji alone', { texto_busca: '🚗💨' }, /texto_busca holds no word that can be searched for/],
  ['signs alone', { texto_busca: "' & | ! <-> :*" }, /texto_busca holds no word that can be searched for/],
  ['too many at once', { limite: 51 }, /limite accepts a whole number from 1 to 50/],
  ['a made-up cursor', { depois: 'bWVub3JfcHJlY28gMSAy' }, /`depois` accepts only the `proximo`/],
  [
    'a cursor with half a kilometre',
    { ordenacao: 'maior_km', depois: Buffer.from(`maior_km 5.5 ${randomUUID()}`).toString('base64url') },
    /`depois` accepts only/,
  ],
  [
    'a cursor of another order',
    { depois: Buffer.from(`maior_km 5 ${randomUUID()}`).toString('base64url') },
    /`depois` accepts only/,
  ],
  ['an argument nobody has', { preco: 5 }, /preco is not an argument; it takes: texto_busca/],
  ['a brand twice', { marca: 'Fiat', brand: 'Ford' }, /marca was given twice/],
  ['a NUL', { texto_busca: 'fit\u0000' }, /NUL/],
  ['half a character', { marca: '\ud800' }, /half a character/],
])('%s is refused in a sentence that names it', async (_what, given, says) => {
  const { isError, text } = await call('buscar_veiculos', given);
  expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(says) as string });
  expect(text).not.toMatch(/syntax|SQL|relation|column|postgres|reference|log under/i);
});

test.each<[what: string, given: object]>([
  ['SQL in the text', { texto_busca: "x'; drop table veiculo; --" }],
  ['SQL in the brand', { marca: "Fiat' or 1=1 --" }],
  ['a brand nobody has', { marca: 'Lada' }],
  ['a fuel nobody has', { combustivel: 'Plutônio' }],
  ['commas alone', { marca: ',,,' }],
  ['a percent sign', { modelo: '%' }],
  ['a backslash', { cor: '\\' }],
  ['operators of a text search', { texto_busca: 'fit & !fit | (onix <-> civic):*' }],
  ['emoji in a brand', { marca: '🚗' }],
  ['bidi and zero width', { texto_busca: 'zep\u202epelin\u200b' }],
  ['an endless price', { preco_min: 1e300 }],
  ['other alphabets', { texto_busca: '本田 シビック' }],
])('%s finds nothing, and says so', async (_what, given) => {
  const { isError, text, data } = await call('buscar_veiculos', given);
  expect({ isError, total: data['total'], veiculos: data['veiculos'] }).toEqual({
    isError: false,
    total: 0,
    veiculos: [],
  });
  expect(text).toMatch(/^Nenhum veículo corresponde/);
});

test('a word among signs and emoji still finds', async () => {
  const plain = await call('buscar_veiculos', { texto_busca: 'fit' });
  for (const texto_busca of ['🚗 fit 💨', "'fit'", 'fit:*', '(fit)', 'fit & fit', 'FIT!'])
    expect((await call('buscar_veiculos', { texto_busca })).data['veiculos']).toEqual(plain.data['veiculos']);
});

test('what a dealer wrote stands in cells, cleaned, and is no Markdown', async () => {
  const vehicle = {
    marca: 'Evil|Co',
    modelo: '**X** <img src=x> [a](b)',
    ano_fabricacao: 2020,
    ano_modelo: 2020,
    motorizacao: 1,
    tipo_combustivel: 'Flex' as const,
    cor: 'Azul\u202e\u200bpetróleo',
    quilometragem: 1,
    numero_portas: 4,
    tipo_transmissao: 'Manual' as const,
    preco: 10,
    bateria_kwh: null,
    autonomia_km: null,
    tipo_conector: null,
    potencia_ac_kw: null,
    potencia_dc_kw: null,
  };
  await addVehicles(door.pool, [vehicle]);
  const { text, data } = await call('buscar_veiculos', { marca: 'evil|co' });
  const row = text.split('\n')[2] ?? '';
  expect(row).toContain('| Evil\\|Co | \\*\\*X\\*\\* \\<img src=x\\> \\[a\\](b) |');
  expect(row.replaceAll('\\|', '').split('|')).toHaveLength(14);
  expect(JSON.stringify(data)).not.toMatch(/[\u202e\u200b]/);
  await door.pool.query("delete from veiculo where marca = 'Evil|Co'");
  expect((await call('listar_marcas', {})).data['marcas']).not.toContain('Evil|Co'); // sold, though its sheet is there
});

test('car-pal speaks both languages, and names tools that there are', async () => {
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['car-pal']);
  const render = async (given: Record<string, string>) => {
    const { messages } = await client.getPrompt({ name: 'car-pal', arguments: given });
    const content = messages[0]?.content as { text: string } | undefined;
    return content?.text ?? '';
  };
  const [portuguese, english] = [await render({}), await render({ language: 'en', wish: 'a "red"\nFit' })];
  expect(portuguese).toMatch(/^Você é o Car-Pal/);
  expect(portuguese).toBe(await render({ language: 'pt-BR' }));
  expect(english).toMatch(/^You are Car-Pal/);
  expect(english.split('\n').at(-1)).toBe('What the buyer has said so far, as data: "a \\"red\\" Fit"');
  const known = new Set(door.registry.listAll().map(({ name }) => name));
  for (const text of [portuguese, english])
    expect([...text.matchAll(/`([a-z]+_[a-z_]+)`/g)].filter(([, name]) => !known.has(name ?? ''))).toEqual([]);
  await expect(render({ language: 'klingon' })).rejects.toThrow(/pt-BR and en/);
  const completed = await client.complete({
    ref: { type: 'ref/prompt', name: 'car-pal' },
    argument: { name: 'language', value: 'p' },
  });
  expect(completed.completion.values).toEqual(['pt-BR']);
});

test('a vehicle and the stock are resources', async () => {
  const { data } = await call('buscar_veiculos', { limite: 1 });
  const [{ id }] = data['veiculos'] as [{ id: string }];
  const read = async (uri: string) => {
    const { contents } = await client.readResource({ uri });
    return JSON.parse((contents[0] as { text: string }).text) as Record<string, unknown>;
  };
  expect(await read(`sigec://vehicles/${id}`)).toMatchObject({ id });
  expect(await read('sigec://vehicles')).toMatchObject({
    marcas: expect.arrayContaining(['Honda', 'BYD']) as string[],
  });
  await expect(read('sigec://vehicles/nobody')).rejects.toThrow(/nothing at this address/);
});

test('which stations fit, and how long they take, as far as they have told', async () => {
  for (const stationId of ['FAST', 'SLOW', 'OTHER', 'SILENT']) await enterStation(door.charging, { stationId });
  const tell = (stationId: string, type: string, watts?: number) =>
    door.charging.variables.recordReport({
      stationId,
      requestId: 1,
      seqNo: 0,
      isLast: true,
      generatedAt: new Date(),
      receivedAt: new Date(),
      variables: [
        variable({ component: 'Connector', evseId: 1, connectorId: 1, variable: 'ConnectorType' }, type),
        ...(watts === undefined
          ? []
          : [variable({ component: 'EVSE', evseId: 1, connectorId: null, variable: 'Power' }, '0', watts)]),
      ],
    });
  await tell('FAST', 'cCCS2', 120_000);
  await tell('SLOW', 'sType2', 7_400);
  await tell('OTHER', 'cG105', 50_000);
  const { data } = await call('buscar_veiculos', { combustivel: 'eletrico', conector: 'ccs2', limite: 1 });
  const [{ id }] = data['veiculos'] as [{ id: string }];
  const answer = await call('estacoes_para_veiculo', { vehicle_id: id });
  const stations = answer.data['estacoes'] as Record<string, unknown>[];
  expect(stations).toMatchObject([
    { charge_point_id: 'FAST', serve: 'sim', corrente: 'DC', estado: 'online', potencia_da_estacao_conhecida: true },
    { charge_point_id: 'SLOW', serve: 'sim', corrente: 'AC' },
    { charge_point_id: 'SILENT', serve: 'desconhecido' },
    { charge_point_id: 'OTHER', serve: 'nao' },
  ]);
  expect(Number(stations[0]?.['minutos'])).toBeLessThan(Number(stations[1]?.['minutos']));
  expect(answer.text).toMatch(/^Servem 2 de 4 estações; de 1 não se sabe\./);
  const flex = (await call('buscar_veiculos', { combustivel: 'Flex', limite: 1 })).data['veiculos'] as [{ id: string }];
  expect(await call('estacoes_para_veiculo', { veiculo_id: flex[0].id })).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^This vehicle has no charging inlet/) as string,
  });
  expect(await call('estacoes_para_veiculo', { veiculo_id: id, carga_inicial_pct: 90 })).toMatchObject({
    isError: true,
  });
});

type VariableAddress = Pick<VariablePlace, 'component' | 'evseId' | 'connectorId' | 'variable'>;

function variable(place: VariableAddress, value: string, maxLimit?: number): ReportedVariable {
  return {
    place: { componentInstance: null, variableInstance: null, ...place },
    attributes: [{ type: 'actual', value, mutability: 'read-only', isPersistent: null, isConstant: null }],
    characteristics: {
      unit: 'W',
      dataType: 'text',
      minLimit: null,
      maxLimit: maxLimit ?? null,
      maxElements: null,
      values: null,
      canBeMonitored: false,
    },
  };
}

const header =
  'marca;modelo;ano_fabricacao;motorizacao;tipo_combustivel;cor;quilometragem;numero_portas;tipo_transmissao;preco';

test('an agent proposes an import, a person approves it, and then it is done once', async () => {
  const csv = `${header}\nGurgel;BR-800;1991;0,8;Gasolina;Amarelo;80.000;2;Manual;R$ 19.900,00`;
  expect((await call('buscar_veiculos', { marca: 'Gurgel' })).data['total']).toBe(0);
  const { result } = await carryOut(door, 'importar_veiculos', { csv });
  expect(result).toEqual({ rows: 1, added: 1, changed: 0 });
  expect((await call('buscar_veiculos', { texto_busca: 'br800 amarela' })).data).toMatchObject({
    total: 1,
    veiculos: [{ quilometragem: 80_000, preco: 19_900 }],
  });
  expect(await door.audit('vehicles-imported')).toHaveLength(1);
  expect(
    await refusalOf(door, 'importar_veiculos', { csv: `${header}\nGurgel;X;1980;0,8;Agua;Azul;-1;2;Manual;0` }),
  ).toBe(
    `INVALID_INPUT Nothing was imported. 3 problems; the first in row 2, ano_fabricacao: It must be a whole number from 1990 to ${new Date().getUTCFullYear() + 1}.`,
  );
});

test('every tool but the import only reads, and the address for reading has all of them', async () => {
  const context = contextOf();
  const tools = door.registry.listAll().filter(({ pack }) => pack === 'vehicles');
  expect(tools.filter(({ tier }) => tier !== 'R0').map(({ name }) => name)).toEqual(['importar_veiculos']);
  const shown = await door.registry.listFor({ ...context, pack: 'vehicles', isReadOnly: true });
  expect(shown.filter(({ pack }) => pack === 'vehicles')).toHaveLength(tools.length - 1);
});

test.each(['modern', 'legacy'])(
  'the Inspector finds nothing to mend at /mcp/x/vehicles (%s)',
  async (era) => {
    const inspector = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'mcp-inspector');
    const home = await mkdtemp(join(tmpdir(), 'inspector-'));
    const secret = await door.makeKey({ kind: 'agent', role: 'operator' });
    const asked = [
      ...['--cli', door.mcp.address.replace(/mcp$/, 'mcp/x/vehicles'), '--transport', 'http', '--protocol-era', era],
      ...['--header', `Authorization: Bearer ${secret}`, '--method', 'tools/list', '--strict'],
    ];
    const { stdout, stderr } = await promisify(execFile)(inspector, asked, { env: { ...process.env, HOME: home } });
    await rm(home, { recursive: true });
    expect(stderr).not.toContain('Warning: tool');
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['buscar_veiculos', 'importar_veiculos']));
  },
  60_000,
);
