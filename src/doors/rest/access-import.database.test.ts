import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccessImported, DriverDetail, DriverList, ImportProblem } from '#contract/access/driver.ts';
import type { Group } from '#contract/access/group.ts';
import type { Token, TokenList } from '#contract/access/token.ts';
import type { CreatedKey } from '#contract/agents/principal.ts';
import { adminKey } from '../../../test/support/api.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { scale } from '../../../test/support/scale.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept', TIME_ZONE: 'America/Sao_Paulo' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

async function post(body: object, key = adminKey): Promise<{ status: number; answer: unknown }> {
  const response = await sigec.fetch(`/api/access/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: await response.json() };
}

const take = async (...lines: string[]) => {
  const { status, answer } = await post({ csv: lines.join('\n') });
  expect({ status, answer }).toMatchObject({ status: 200 });
  return answer as AccessImported;
};

async function problems(...lines: string[]): Promise<ImportProblem[]> {
  const { status, answer } = await post({ csv: lines.join('\n') });
  expect({ status, answer }).toMatchObject({ status: 400, answer: { code: 'INVALID_INPUT' } });
  return (answer as { details: { problems: ImportProblem[] } }).details.problems;
}

const byValue = (value: string) => sigec.api.post<Token>('/api/tokens/find', { value });
const driverOf = async (value: string) =>
  sigec.api.get<DriverDetail>(`/api/drivers/${String((await byValue(value)).driverId)}`);

async function counts(): Promise<{ drivers: number; tokens: number }> {
  const { drivers } = await sigec.api.get<DriverList>('/api/drivers?limit=1000');
  const { tokens } = await sigec.api.get<TokenList>('/api/tokens?limit=1000');
  return { drivers: drivers.length, tokens: tokens.length };
}

test('drivers and tokens are added, and a second import of the same file changes nothing', async () => {
  const fleet = await sigec.api.post<Group>('/api/groups', { name: 'Fleet' });
  const file = [
    'name;email;phone;language;group;token;type;valid_from;expires;blocked;note',
    'Ana Lima;ana@example.org;+55 11 1;pt-BR;fleet;ANA00001;;2026-03-01;2030-12-31;;blue car',
    ';ana@example.org;;;;ANA00002;key-code;;;yes;',
    'Caio;;;;;CAIO0001;;;;;',
    ';;;en;Fleet;POOL0001;;;;;spare card',
  ];
  expect(await take(...file)).toEqual({
    rows: 4,
    drivers: { added: 2, changed: 0 },
    tokens: { added: 4, changed: 0 },
  });
  expect(await driverOf('ANA00001')).toMatchObject({
    name: 'Ana Lima',
    email: 'ana@example.org',
    phone: '+55 11 1',
    language: 'pt-BR',
    note: 'blue car',
    groupId: fleet.id,
    tokenCount: 2,
  });
  expect(await byValue('ANA00001')).toMatchObject({
    groupId: null,
    validFrom: '2026-03-01T03:00:00.000Z',
    expiresAt: '2031-01-01T03:00:00.000Z',
    isBlocked: false,
  });
  expect(await byValue('ANA00002')).toMatchObject({ type: 'key-code', isBlocked: true });
  expect(await driverOf('CAIO0001')).toMatchObject({ name: 'Caio', email: null });
  expect(await byValue('POOL0001')).toMatchObject({
    driverId: null,
    groupId: fleet.id,
    language: 'en',
    note: 'spare card',
  });
  const nothing = { drivers: { added: 0, changed: 0 }, tokens: { added: 0, changed: 0 } };
  expect(await take(...file)).toEqual({ rows: 4, ...nothing });
});

test('people are found by their e-mail address or their token, in any case, and what is left empty stays', async () => {
  await take('name,email,token,phone', 'Dora,dora@example.org,DORA0001,123', 'Elis,,ELIS0001,');
  expect(await take('email,token,phone', 'DORA@example.org,dora0002,')).toMatchObject({
    drivers: { added: 0, changed: 1 },
    tokens: { added: 1, changed: 0 },
  });
  expect(await driverOf('DORA0002')).toMatchObject({ name: 'Dora', phone: '123', tokenCount: 2 });
  // Elis is known by her token; now her address is, too.
  await take('name,email,token', 'Elis,elis@example.org,elis0001');
  expect(await driverOf('ELIS0001')).toMatchObject({ name: 'Elis', email: 'elis@example.org', tokenCount: 1 });
  await take('name,token', 'Elis Regina,ELIS0001');
  expect(await driverOf('ELIS0001')).toMatchObject({ name: 'Elis Regina', email: 'elis@example.org' });
  await take('email,blocked', 'elis@example.org,sim');
  expect(await driverOf('ELIS0001')).toMatchObject({ isBlocked: true, tokens: [{ isBlocked: false }] });
});

test('somebody whose address is new is one person, by whatever each row names them', async () => {
  await take('name,email,token', ...['Nara,,NARA-1', 'Olga,,OLGA-1', 'Pepe,pepe@example.org,PEPE-1']);
  await take('email,token', 'pepe@example.org,PEPE-2');
  await sigec.api.post(`/api/drivers/${(await driverOf('PEPE-1')).id}`, { email: null });
  const imported = await take(
    'name,email,token,phone',
    'Nara,nara@example.org,NARA-1,', // by the card that is known, and then by the address
    'Nara,nara@example.org,NARA-2,',
    'Olga,olga@example.org,OLGA-2,', // the other way round
    'Olga,olga@example.org,OLGA-1,',
    'Pepe,,PEPE-1,12', // apart, until a row says that it is the same one
    ',new@example.org,PEPE-3,',
    'Pepe,new@example.org,PEPE-2,',
  );
  expect(imported.drivers).toEqual({ added: 0, changed: 3 });
  expect(await driverOf('NARA-2')).toMatchObject({ name: 'Nara', email: 'nara@example.org', tokenCount: 2 });
  expect(await driverOf('OLGA-2')).toMatchObject({ name: 'Olga', email: 'olga@example.org', tokenCount: 2 });
  expect(await driverOf('PEPE-3')).toMatchObject({ email: 'new@example.org', phone: '12', tokenCount: 3 });

  await take('name,token', 'Ruth,RUTH-1', 'Saul,SAUL-1');
  expect(
    await problems('name,email,token', 'Ruth,both@example.org,RUTH-1', 'Saul,both@example.org,SAUL-1'),
  ).toMatchObject([{ row: 3, column: 'email', problem: expect.stringContaining('Row 2') as string }]);
});

test('of a file with one bad row nothing is taken, and every problem is told', async () => {
  await take('name,email,token', 'Fabio,fabio@example.org,FABIO001');
  await sigec.api.post('/api/groups', { name: 'Twice' });
  await sigec.api.post('/api/groups', { name: 'Twice' });
  await sigec.api.post('/api/groups', { name: 'Valued', value: 'GROUP-VALUE' });
  const before = await counts();
  const told = await problems(
    'name,email,group,token,type,note',
    'Gal,gal@example.org,,GAL00001,,fine',
    'Hugo,hugo@example.org,,FABIO001,,',
    'Iris,iris@example.org,,gal00001,,',
    ',nobody@example.org,,JOAO0001,,',
    'Kika,,nowhere,KIKA0001,,',
    'Lia,,twice,LIA00001,,',
    ',,,FABIO001,key-code,',
    'Other,gal@example.org,,GAL00002,,',
    ',,,GROUP-VALUE,,',
  );
  expect(told.map(({ row, column }) => [row, column])).toEqual([
    [3, 'token'],
    [4, 'token'],
    [5, 'name'],
    [6, 'group'],
    [7, 'group'],
    [8, 'type'],
    [9, 'name'],
    [10, 'token'],
  ]);
  expect(told[0]?.problem).toContain('belongs to another driver');
  expect(told[1]?.problem).toContain('row 2');
  expect(JSON.stringify(told)).not.toMatch(/FABIO001|hugo@/); // an answer ends up in logs
  expect(await counts()).toEqual(before);
});

test('a dry run says what would happen, and nothing does', async () => {
  const before = await counts();
  const { status, answer } = await post({ csv: 'name,email,token\nMara,mara@example.org,MARA0001', isDryRun: true });
  expect({ status, answer }).toMatchObject({ status: 200, answer: { drivers: { added: 1 }, tokens: { added: 1 } } });
  expect(await counts()).toEqual(before);
});

test('whoever may not enter tokens may not import them either', async () => {
  const wanted = { name: 'people', kind: 'program', role: 'operator', scopes: ['drivers'] };
  const { secret } = await sigec.api.post<CreatedKey>('/api/keys', wanted);
  expect(await post({ csv: 'token\nNOPE0001' }, secret)).toMatchObject({ status: 403 });
});

test('thousands of rows are one commit and take seconds', { timeout: 120_000 }, async () => {
  const rows = scale({ test: 2_000, soak: 5_000 });
  const lines = Array.from({ length: rows }, (_, nth) => `Driver ${nth},d${nth}@example.com,BULK${nth}`);
  const begun = performance.now();
  expect(await take('name,email,token', ...lines)).toMatchObject({
    drivers: { added: rows },
    tokens: { added: rows },
  });
  const tookMs = performance.now() - begun;
  expect(tookMs).toBeLessThan(30_000);
  const page = await sigec.api.get<DriverList>(`/api/drivers?search=driver%20${rows - 1}`);
  expect(page.drivers).toMatchObject([{ name: `Driver ${rows - 1}` }]);
});

test('row by row, what has a mistake is left out and named by its line, and the rest is taken', async () => {
  const file = [
    'name,email,token,type',
    'Row One,,ROW00001,',
    'Row Two,,ROW00002,plastic',
    '"Row',
    'Three",,ROW00003,',
    'Row Four,,ROW00001,', // the token of the first
    'Row Five,,ROW00005,',
  ];
  const ask = async () => (await post({ csv: file.join('\n'), isRowByRow: true })).answer as AccessImported;
  const fates = ({ results = [] }: AccessImported) =>
    results.map(({ line, driver, token, problems: wrong }) => [line, driver, token, wrong.map(({ column }) => column)]);
  expect(fates(await ask())).toEqual([
    [2, 'added', 'added', []],
    [3, null, null, ['type']],
    [4, null, null, ['name']], // over two lines, which a name may not be
    [6, null, null, ['token']],
    [7, 'added', 'added', []],
  ]);
  expect((await driverOf('ROW00001')).name).toBe('Row One');
  await expect(byValue('ROW00002')).rejects.toThrow('404');
  expect(fates(await ask()).filter(([, driver]) => driver !== null)).toEqual([
    [2, 'same', 'same', []],
    [7, 'same', 'same', []],
  ]);
  expect((await driverOf('ROW00001')).tokens).toHaveLength(1);
});
