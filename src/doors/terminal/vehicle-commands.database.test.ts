import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { vehiclePage } from '#contract/vehicles/vehicle.ts';
import { stockIfEmpty } from '#vehicles/stock/fill-stock.ts';
import { adminKey } from '../../../test/support/api.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';

let product: House;
let folder: string;
beforeAll(async () => {
  product = await openHouse();
  folder = await mkdtemp(join(tmpdir(), 'sigec-vehicles-'));
  await stockIfEmpty({ pool: product.pool, clock: systemClock }, 300);
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function sigec(...args: string[]) {
  const env = { SIGEC_URL: 'http://127.0.0.1', SIGEC_KEY: adminKey, DATABASE_URL: product.databaseUrl };
  const language = args.includes('pt-BR') ? 'pt-BR' : 'en';
  const terminal = recordedTerminal({
    env,
    language,
    server: product,
    ...(args.includes('--seed') && { screen: { columns: 80, rows: 24 } }),
  });
  const exitCode = await runSigec(args, terminal);
  return { exitCode, ...terminal.shown };
}

async function list(...args: string[]) {
  const { out } = await sigec('vehicles', 'list', ...args, '--json');
  return vehiclePage.parse(JSON.parse(out));
}

test('vehicles are listed by words and filters, page by page, and one is shown', async () => {
  const all = await list('flex', '--order', 'mais_novo', '--limit', '5');
  expect(all.veiculos).toHaveLength(5);
  const next = await list('flex', '--order', 'mais_novo', '--limit', '5', '--after', all.proximo ?? '');
  expect(next.veiculos.map(({ id }) => id)).not.toContain(all.veiculos[4]?.id);
  const shown = await sigec('vehicles', 'list', 'flexx', '--price-max', '60000', '--limit', '3');
  expect(shown.out).toMatch(/Vehicle +Year +Fuel[^]*Flex/);
  expect(shown.err).toMatch(/"flexx" was taken for "flex"\.\n\d+ fit; 3 are shown\. Read on with --after \S+\n/);
  const portuguese = await sigec('vehicles', 'show', all.veiculos[0]?.id ?? '', '--lang', 'pt-BR');
  expect(portuguese.out).toMatch(/Veículo +\S[^]*Câmbio[^]*Portas/);
  expect(await sigec('vehicles', 'show', '0199a3c0-7b1e-7c3a-9d52-3f6a1b2c4d5e')).toMatchObject({ exitCode: 4 });
  expect(await sigec('vehicles', 'list', '--fuel', 'vapor')).toMatchObject({
    exitCode: 0,
    err: expect.stringContaining('No vehicle for sale has: vapor') as string,
  });
});

test('what was exported is imported again and changes nothing; a wrong row keeps all of them out', async () => {
  const file = join(folder, 'stock.csv');
  expect(await sigec('vehicles', 'export', '--out', file)).toMatchObject({ exitCode: 0 });
  const csv = await readFile(file, 'utf8');
  expect(csv.split('\r\n')).toHaveLength(302);
  const before = await list('--limit', '500');
  const again = await sigec('vehicles', 'import', file);
  expect(again).toMatchObject({ exitCode: 0, out: 'Imported: 0 vehicles added, 300 changed.\n' });
  expect(await list('--limit', '500')).toEqual(before);

  const broken = join(folder, 'broken.csv');
  const lines = csv.split('\r\n');
  const row = (lines[1] ?? '').replace(/^[^,]*/, '');
  await writeFile(
    broken,
    [lines[0], row, row.replace(/,(Flex|Gasolina|Diesel|Etanol|Híbrido|Elétrico),/, ',Gasolna,')].join('\n'),
  );
  const refused = await sigec('vehicles', 'import', broken, '--lang', 'pt-BR');
  expect(refused.exitCode).toBe(2);
  expect(refused.err).toMatch(/3 +tipo_combustivel +Deve ser um destes: Gasolina/);
  expect((await list()).total).toBe(300);

  await writeFile(broken, [lines[0], row].join('\n'));
  expect((await sigec('vehicles', 'import', broken, '--dry-run')).out).toMatch(/1 vehicles would be added/);
  expect((await list()).total).toBe(300);
  expect((await sigec('vehicles', 'import', broken)).out).toBe('Imported: 1 vehicles added, 0 changed.\n');
  expect((await list()).total).toBe(301);
});

test('a stock is made up with a bar that grows, and only if there is none where that was asked', async () => {
  const none = await sigec('vehicles', 'seed', '--count', '10', '--if-empty');
  expect(none).toMatchObject({ exitCode: 0, out: 'There are vehicles for sale already; nothing was added.\n' });
  const seeded = await sigec('vehicles', 'seed', '--count', '12000', '--seed', '9');
  expect(seeded.exitCode).toBe(0);
  expect(seeded.out).toMatch(/\[#{12} {18}\] 5,000 of 12,000 vehicles \(41 %\)/);
  expect(seeded.out).toMatch(/12,000 made-up vehicles were put on sale\.\n$/);
  const page = await list('--limit', '1');
  expect(page).toMatchObject({ total: 10_000, total_e_minimo: true });
  expect((await sigec('vehicles', 'list', '--limit', '2')).err).toMatch(/^More than 10,000 fit; 2 are shown/);
  expect(await sigec('vehicles', 'seed', '--count', '0')).toMatchObject({ exitCode: 2 });
}, 120_000);

test('a vehicle is taken out by a person, and not by an agent', async () => {
  const [first] = (await list('--limit', '1')).veiculos;
  const remove = (key: string) =>
    product.fetch(`/api/vehicles/${first?.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    });
  const made = await product.api.post<{ secret: string }>('/api/keys', {
    name: 'agent',
    kind: 'agent',
    role: 'operator',
    scopes: [],
    expiresAt: null,
  });
  expect((await remove(made.secret)).status).toBe(403);
  expect((await remove(adminKey)).status).toBe(200);
  expect((await remove(adminKey)).status).toBe(404);
  const values = await product.api.get<{ marcas: string[] }>('/api/vehicles/values');
  expect(values.marcas).toContain('Honda');
  const bad = await product.fetch(`/api/vehicles?ano_min=2020&ano_max=2010`);
  expect({ status: bad.status, body: await bad.json() }).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT' },
  });
});
