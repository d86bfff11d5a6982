import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { driverDetail, driverList } from '#contract/access/driver.ts';
import { group, groupList } from '#contract/access/group.ts';
import { refusalList, token, tokenList } from '#contract/access/token.ts';
import { tokenTryAnswer } from '#contract/access/token-try.ts';
import { siteDetail, siteList } from '#contract/stations/site.ts';
import { connectAnswering } from '../../../test/support/answering-station.ts';
import { adminKey } from '../../../test/support/api.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';

let product: House;
let folder: string;
beforeAll(async () => {
  product = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept', STATIONS_IN_SYNC: 'on' });
  folder = await mkdtemp(join(tmpdir(), 'sigec-access-'));
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

type Given = { piped?: string; typed?: readonly string[] };

async function sigecWith(given: Given, ...args: string[]) {
  const env = { SIGEC_URL: 'http://127.0.0.1', SIGEC_KEY: adminKey };
  const terminal = recordedTerminal({
    env,
    server: product,
    language: args.includes('pt-BR') ? 'pt-BR' : 'en',
    ...given,
  });
  const exitCode = await runSigec(args, terminal);
  return { exitCode, ...terminal.shown };
}
const sigec = (...args: string[]) => sigecWith({}, ...args);

async function read<Shape extends z.ZodType>(shape: Shape, ...args: string[]): Promise<z.output<Shape>> {
  const { exitCode, out, err } = await sigec(...args, '--json');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  return shape.parse(JSON.parse(out));
}

const connect = (stationId: string) => connectAnswering(product.addresses.ocpp, { stationId, version: '2.0.1' });

const siteArgs = ['--name', 'Posto Norte', '--time-zone', 'America/Recife', '--currency', 'BRL'];

test('a site is made, changed part by part, shown and removed', async () => {
  const hours = ['--hours', 'mon-fri 06:00-22:00', '--hours', 'sat,sun 08:00-12:00'];
  const made = await sigec('site', 'add', 'north', ...siteArgs, '--city', 'Recife', '--country', 'BR', ...hours);
  expect(made).toMatchObject({ exitCode: 0, out: expect.stringContaining('Site north was made.') as string });
  await sigec('site', 'change', 'north', '--street', 'Rua A, 1', '--latitude', '-8,05', '--longitude', '-34.9');
  const { address, position, openingHours } = await read(siteDetail, 'site', 'show', 'north');
  expect(address).toEqual({ street: 'Rua A, 1', city: 'Recife', country: 'BR' }); // the city was not named, and stays
  expect(position).toEqual({ latitude: -8.05, longitude: -34.9 });
  expect(openingHours).toEqual([
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], hours: '06:00-22:00' },
    { days: ['sat', 'sun'], hours: '08:00-12:00' },
  ]);
  expect((await sigec('site', 'list', '--lang', 'pt-BR')).out).toMatch(
    /north +Posto Norte +Recife +0 +America\/Recife +BRL +seg–sex 06:00-22:00; sáb, dom 08:00-12:00 +todos/,
  );
  await sigec('site', 'change', 'north', '--hours', 'always', '--city', '');
  expect(await read(siteDetail, 'site', 'show', 'north')).toMatchObject({ openingHours: null });
  expect(await sigec('site', 'remove', 'north')).toMatchObject({ exitCode: 0 });
  expect(await sigec('site', 'show', 'north')).toMatchObject({ exitCode: 4 });
  expect(await read(siteList, 'site', 'list')).toEqual({ sites: [] });
});

test.each([
  [['site', 'add', 'x', ...siteArgs, '--hours', 'someday 06:00-22:00'], '--hours cannot be "someday 06:00-22:00"'],
  [['site', 'add', 'x', ...siteArgs, '--latitude', '1'], 'both --latitude and --longitude'],
  [['site', 'add', 'x', ...siteArgs, '--latitude', 'far', '--longitude', '1'], '--latitude cannot be "far"'],
  [['site', 'add', 'x', '--name', 'X', '--currency', 'BRL'], '--time-zone <zone> is missing'],
  [['site', 'change', 'x'], 'Nothing to change was given'],
  [['group', 'add', 'X', '--everywhere', '--site', 'a'], 'either --everywhere, or the sites'],
  [['group', 'change', 'tok_x', '--until', 'soon'], '--until cannot be "soon"'],
  [['token', 'change', 'tok_x', '--credit', 'much'], '--credit cannot be "much"'],
  [['token', 'try', 'tok_x', 'CP', '--evse', '0'], '--evse cannot be "0"'],
  [['token', 'refusals', '--since', 'ever'], '--since cannot be "ever"'],
  [['token', 'import', '/nowhere/at-all.csv'], '/nowhere/at-all.csv cannot be read'],
])('%j is wrong use', async (args, sentence) => {
  const { exitCode, out, err } = await sigec(...args);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(err).toContain(sentence);
});

test('groups are found by their name, in any case, where it is one of a kind', async () => {
  await using _station = await connect('CP-1');
  await sigec('group', 'add', 'Frota', '--station', 'CP-1', '--one-at-a-time', '--until', '2099-01-01');
  expect(await read(group, 'group', 'show', 'frota')).toMatchObject({
    places: { siteIds: [], stationIds: ['CP-1'] },
    oneAtATime: true,
    isMasterPass: false,
  });
  expect((await sigec('group', 'list')).out).toMatch(/Frota +0 +0 +at station CP-1 +may charge +one session at a time/);
  await sigec('group', 'change', 'FROTA', '--everywhere', '--no-one-at-a-time', '--until', '');
  await sigec('group', 'block', 'Frota');
  expect((await sigec('group', 'show', 'Frota', '--lang', 'pt-BR')).out).toMatch(/Situação +bloqueado\n/);
  expect(await sigec('group', 'show', 'Fro')).toMatchObject({
    exitCode: 4,
    err: expect.stringContaining('There is no group "Fro"') as string,
  });
  await sigec('group', 'add', 'frota');
  const ambiguous = await sigec('group', 'remove', 'Frota');
  expect(ambiguous).toMatchObject({
    exitCode: 2,
    err: expect.stringMatching(/Several are called.*tok_.*tok_/) as string,
  });
  for (const { id } of (await read(groupList, 'group', 'list')).groups)
    expect(await sigec('group', 'remove', id)).toMatchObject({ exitCode: 0 });
});

test('a driver gets a token, is blocked, and is forgotten once their name was typed', async () => {
  const added = await sigec('driver', 'add', 'Ana Souza', '--email', 'ana@example.com');
  expect(added.err).toContain('sigec token add - --driver');
  const given = ['token', 'add', '-', '--driver', 'ana souza', '--note', 'white'];
  const { exitCode, out } = await sigecWith({ piped: '04A1B2C3\n' }, ...given);
  expect({ exitCode, out }).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^The token …B2C3 may charge: tok_/) as string,
  });
  expect(out).not.toContain('04A1'); // what was given is not shown again
  expect((await sigec('token', 'list', '--driver', 'Ana Souza')).out).toMatch(
    /…B2C3 +RFID card +Ana Souza +may charge/,
  );
  expect(await sigec('driver', 'block', 'Ana Souza')).toMatchObject({ exitCode: 0 });
  const shown = await sigec('driver', 'show', 'Ana Souza', '--lang', 'pt-BR');
  expect(shown.out).toMatch(/Situação +bloqueado\n/);
  expect(shown.out).toContain('…B2C3');

  expect(await sigec('driver', 'forget', 'Ana Souza')).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('give --yes') as string,
  });
  const wrong = await sigecWith({ typed: ['Ana'] }, 'driver', 'forget', 'Ana Souza');
  expect(wrong).toMatchObject({ exitCode: 2, err: expect.stringContaining('nobody was forgotten') as string });
  const left = await sigecWith({ typed: [] }, 'driver', 'forget', 'Ana Souza');
  expect(left).toMatchObject({ exitCode: 2, err: expect.stringContaining('nobody was forgotten') as string });
  const { id } = await read(driverDetail, 'driver', 'show', 'Ana Souza');
  const right = await sigecWith({ typed: ['Ana Souza'] }, 'driver', 'forget', 'Ana Souza');
  expect(right).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/is forgotten\.\nTokens taken away: 1\./) as string,
  });
  expect(await sigec('driver', 'show', 'Ana Souza')).toMatchObject({ exitCode: 4 });
  expect(await sigec('driver', 'forget', id, '--yes')).toMatchObject({ exitCode: 1 });
  expect(await read(tokenList, 'token', 'list', '--driver', id)).toMatchObject({ tokens: [] });
});

test('a token is asked for on a screen, made where none is given, and changed by its value', async () => {
  const asked = await sigecWith({ typed: ['CARD-1'] }, 'token', 'add', '-', '--type', 'iso15693', '--credit', '12,50');
  expect(asked).toMatchObject({ exitCode: 0, err: 'Token: ' });
  expect(await read(token, 'token', 'show', 'card-1')).toMatchObject({ type: 'iso15693', credit: '12.5' });
  const made = await sigec('token', 'add', '--note', 'app');
  expect(made.out).toMatch(/Its value, shown this once:\n\n {2}\S+\n/);
  await sigec('token', 'change', 'CARD-1', '--until', '2020-01-01', '--credit', '');
  expect((await sigec('token', 'show', 'CARD-1', '--lang', 'pt-BR')).out).toMatch(/Situação +vencido\n/);
  await sigec('token', 'block', 'CARD-1');
  expect((await read(tokenList, 'token', 'list', '--blocked')).tokens).toHaveLength(1);
  expect((await sigec('token', 'unblock', 'CARD-1')).out).toBe('The token …D-1 may charge again.\n');
  expect(await sigec('token', 'remove', 'CARD-1')).toMatchObject({ exitCode: 0 });
  expect(await sigec('token', 'show', 'CARD-1')).toMatchObject({ exitCode: 4 });
  expect(await sigecWith({ piped: ' \n' }, 'token', 'show', '-')).toMatchObject({
    exitCode: 2,
    err: 'Nothing was given.\n',
  });
});

test('an import takes all rows or names each that is wrong', async () => {
  const file = join(folder, 'people.csv');
  await writeFile(file, 'name,email,token\nBia,bia@example.com,CARDBIA1\nLeo,leo,CARD LEO\n');
  const refused = await sigec('token', 'import', file, '--lang', 'pt-BR');
  expect(refused).toMatchObject({ exitCode: 2, out: '' });
  expect(refused.err).toMatch(
    /^Nada foi importado; 2 problemas:\nLinha +Coluna +O que está errado\n +3 +email +Deve ser um endereço de e-mail\.\n +3 +token +Deve ser/,
  );
  const told = await sigec('token', 'import', file, '--json');
  expect(told).toMatchObject({ exitCode: 2, err: '' });
  expect(JSON.parse(told.out)).toMatchObject({ count: 2, problems: [{ row: 3, column: 'email' }, { row: 3 }] });
  expect(await read(driverList, 'driver', 'list', '--search', 'Bia')).toMatchObject({ drivers: [] });

  const csv = 'name,email,token\nBia,bia@example.com,CARDBIA1\n';
  const dry = await sigecWith({ piped: csv }, 'token', 'import', '-', '--dry-run');
  expect(dry.out).toMatch(/^All rows can be taken: 1\. Nothing was written\.\nDrivers: 1 new, 0 changed\./);
  expect(await read(driverList, 'driver', 'list', '--search', 'Bia')).toMatchObject({ drivers: [] });
  expect((await sigecWith({ piped: csv }, 'token', 'import', '-')).out).toContain('Tokens: 1 new, 0 changed.');
  expect((await sigecWith({ piped: csv }, 'token', 'import', '-')).out).toContain('Tokens: 0 new, 0 changed.');
});

test('try shows every question, and why a token would be refused', async () => {
  await using _station = await connect('CP-TRY');
  await sigec('group', 'add', 'Vizinhos');
  await sigec('driver', 'add', 'Davi', '--group', 'Vizinhos');
  await sigec('token', 'add', 'CARDDAVI', '--driver', 'Davi');
  await sigec(
    'site',
    'add',
    'sul',
    ...siteArgs,
    '--admits',
    'Vizinhos',
    '--hours',
    'mon 08:00-09:00',
    '--closed-outside',
  );
  expect((await sigec('site', 'place', 'CP-TRY', 'sul', '--note', 'level 2')).out).toBe('CP-TRY stands at sul.\n');

  const open = await sigec('token', 'try', 'carddavi', 'CP-TRY', '--at', '2026-03-02T11:30:00Z'); // Monday 08:30 in Recife
  expect(open).toMatchObject({ exitCode: 0 });
  expect(open.out).toMatch(/^token …DAVI at CP-TRY \(Posto Norte\): may charge\n\n {2}✓ the token is known\n {2}– /);
  expect(open.out).toMatch(/ {2}✓ this place admits it \(.*group: Vizinhos\)\n/);
  expect(open.out).toMatch(/Price +none holds here for this token: the session would be free\n/);
  expect(open.out).toMatch(/Station offline +nobody can tell, /);

  const closed = await sigec('token', 'try', 'CARDDAVI', 'CP-TRY', '--at', '2026-03-02T20:00:00Z', '--lang', 'pt-BR');
  expect(closed.out).toMatch(/: seria recusado: local fechado\nO local não deixa ninguém começar/);
  expect(closed.out).toMatch(/ {2}✗ o local está aberto \(.*lá são 2026-03-02 17:00, aberto: seg 08:00-09:00\)\n/);
  expect(closed.out).toMatch(/ {2}– nenhuma outra sessão da pessoa está em andamento \(não se pergunta mais\)/);
  expect(await read(tokenTryAnswer, 'token', 'try', 'STRANGER', 'CP-TRY')).toMatchObject({ reason: 'unknown-token' });
  expect(await sigec('token', 'try', 'CARDDAVI', 'CP-NOWHERE')).toMatchObject({ exitCode: 4 });

  // What stands there stays as it was told, unless it is told otherwise.
  await sigec('site', 'place', 'CP-TRY', 'sul', '--admits', 'everyone');
  expect((await read(siteDetail, 'site', 'show', 'sul')).stations).toEqual([
    { stationId: 'CP-TRY', siteId: 'sul', note: 'level 2', admits: 'everyone' },
  ]);
  await using _another = await connect('CP-TRY-2');
  expect((await sigec('site', 'place', 'CP-TRY', 'CP-TRY-2', 'sul')).out).toBe(
    'CP-TRY stands at sul.\nCP-TRY-2 stands at sul.\n',
  );
  expect((await sigec('site', 'place', 'cp-try2', 'sul')).err).toContain('Did you mean CP-TRY-2?');
  expect((await sigec('site', 'place', 'CP-NOBODY', 'sul')).err).toContain('List the stations');
  expect(await sigec('site', 'place', 'CP-TRY')).toMatchObject({ exitCode: 2 });
  await sigec('site', 'unplace', 'CP-TRY-2');
  expect((await sigec('site', 'unplace', 'CP-TRY')).out).toBe('CP-TRY stands at sul no more.\n');
  expect(await sigec('site', 'unplace', 'CP-TRY')).toMatchObject({ exitCode: 4 });
});

test('refusals say who, where and why', async () => {
  await using station = await connect('CP-REFUSE');
  await station.call('Authorize', { idToken: { idToken: 'STRANGER-9', type: 'ISO14443' } });
  const rows = async (...args: string[]) => (await sigec('token', 'refusals', ...args)).out;
  await expect.poll(() => rows('--station', 'CP-REFUSE', '--since', '1h')).toMatch(/CP-REFUSE +tok_\S+ +unknown token/);
  expect(await rows('--token', 'STRANGER-9', '--lang', 'pt-BR')).toMatch(/token desconhecido/);
  expect((await read(refusalList, 'token', 'refusals', '--token', 'SOMEBODY-ELSE')).refusals).toEqual([]);
  expect((await sigec('token', 'refusals', '--token', 'STRANGER-9')).err).toContain(
    'unknown token: Nobody entered this token. Add it: sigec token add -', // what to do, once for each reason
  );
  expect((await sigec('token', 'refusals', '--token', 'SOMEBODY-ELSE')).err).toBe('Nobody was refused.\n');
});

test('a key that may not know names is shown ids', async () => {
  const { secret } = await product.api.post<{ secret: string }>('/api/keys', {
    name: 'reader',
    kind: 'program',
    role: 'viewer',
    scopes: ['tokens:read'],
  });
  await sigec('token', 'add', 'CARDSCOPE', '--driver', 'Davi');
  const { exitCode, out } = await sigec('token', 'list', '--key', secret);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/…COPE +RFID card +[\da-f]{8}-/);
  expect(await sigec('token', 'block', 'CARDSCOPE', '--key', secret)).toMatchObject({ exitCode: 3 });
});
