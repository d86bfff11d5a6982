import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionCurve } from '#contract/sessions/curve.ts';
import { sessionDetail } from '#contract/sessions/detail.ts';
import { type SessionFlag, type SessionOddity, sessionFlags } from '#contract/sessions/oddity.ts';
import { sessionOrder } from '#contract/sessions/order.ts';
import { sessionPage } from '#contract/sessions/session.ts';
import { adminKey } from '../../../test/support/api.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { type SessionStation, sessionStation } from '../../../test/support/session-station.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { enterToken } from '../../../test/support/tokens.ts';
import { runSigec } from './run.ts';
import { durationWords, odditySentence } from './session-words.ts';
import { texts } from './text/text.ts';

let product: House;
let folder: string;
beforeAll(async () => {
  product = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
  folder = await mkdtemp(join(tmpdir(), 'sigec-export-'));
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function terminalFor(args: readonly string[]) {
  const env = { SIGEC_URL: 'http://127.0.0.1', SIGEC_KEY: adminKey };
  return recordedTerminal({ env, server: product, language: args.includes('pt-BR') ? 'pt-BR' : 'en' });
}

async function sigec(...args: string[]) {
  const terminal = terminalFor(args);
  const exitCode = await runSigec(args, terminal);
  return { exitCode, ...terminal.shown };
}

const connect = (id: string): Promise<SessionStation> => sessionStation(product.addresses.ocpp, id, '2.0.1');
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const sessionsOf = async (id: string) =>
  sessionPage.parse(await product.api.get(`/api/sessions?stationId=${id}`)).sessions;
const idOf = async (id: string) => (await sessionsOf(id))[0]?.id ?? '';

/** An hour at 11 kW, then the meter falls. */
async function oddSession(station: SessionStation): Promise<void> {
  const ref = await station.start({ token: 'CARD-7', registerWh: 5000, at: minutesAgo(60) });
  for (const [minute, powerW] of [
    [50, 11_000],
    [40, 11_000],
    [30, 7000],
  ] as const)
    await station.meter(ref, { registerWh: 5000 + (60 - minute) * 100, powerW, at: minutesAgo(minute) });
  await station.meter(ref, { registerWh: 10, powerW: 500, at: minutesAgo(20) });
  await station.end(ref, { registerWh: 110, reason: 'EVDisconnected', at: minutesAgo(10) });
}

test('show tells how much, why it ended, what is odd, and draws the curve', async () => {
  await using station = await connect('CP-SHOW');
  await oddSession(station);
  const id = await idOf('CP-SHOW');
  const { exitCode, out } = await sigec('session', 'show', id);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/State +ended, the vehicle was unplugged\n/);
  expect(out).toMatch(/Started by +the driver, with the token\n/);
  expect(out).toMatch(/Why it ended +the vehicle was unplugged, by someone at the station\n/);
  expect(out).toMatch(/Duration +50 min\n/);
  expect(out).toMatch(/\n {2}meter-reset: The meter counted backwards: 8\.000 kWh at .*, then 0\.010 kWh at/);
  expect(out).toMatch(/Power over time\n11\.0 kW ┤.*█/);

  const brazilian = (await sigec('session', 'show', id, '--lang', 'pt-BR')).out;
  expect(brazilian).toMatch(/Por que terminou +o veículo foi desconectado, por alguém na estação\n/);
  expect(brazilian).toMatch(/medidor voltou: O medidor andou para trás: 8,000 kWh em/);
  expect(brazilian).toMatch(/Potência ao longo do tempo\n11,0 kW ┤/);

  const read: unknown = JSON.parse((await sigec('session', 'show', id, '--json')).out);
  expect(sessionDetail.extend({ curve: sessionCurve }).parse(read).id).toBe(id);
});

test('a session without meter values says so instead of a chart', async () => {
  await using station = await connect('CP-BARE');
  await station.start({ token: 'CARD' });
  expect((await sigec('session', 'show', await idOf('CP-BARE'))).out).toContain('No meter values are kept of it.');
});

test('list finds by station, card, oddity and energy', async () => {
  await using station = await connect('CP-LIST');
  await oddSession(station);
  const running = await station.start({ token: 'CARD-8' });
  await station.meter(running, { registerWh: 3000, powerW: 7400 });
  const rows = async (...args: string[]) =>
    (await sigec('session', 'list', '--station', 'CP-LIST', ...args)).out.split('\n').slice(1, -1);
  expect(await rows()).toEqual([
    expect.stringMatching(/CP-LIST +1 +running, charging .* 2\.000 kWh +7\.4 kW/) as string,
    expect.stringMatching(/CP-LIST +1 +ended, the vehicle was unplugged .* 50 min .*meter-reset/) as string,
  ]);
  expect(await rows('--token', 'card-8')).toHaveLength(1);
  expect(await rows('--flagged', '--since', '2h')).toHaveLength(1);
  expect(await rows('--flag', 'meter-reset', '--min-kwh', '3')).toHaveLength(1);
  expect(await rows('--state', 'running', '--lang', 'pt-BR')).toEqual([
    expect.stringMatching(/em andamento, carregando .* 2,000 kWh +7,4 kW/) as string,
  ]);
  const none = await sigec('session', 'list', '--station', 'CP-LIST', '--min-kwh', '500');
  expect(none).toMatchObject({ exitCode: 0, out: '', err: 'There is no such session.\n' });
  expect((await sigec('session', 'list', '--evse', '1')).exitCode).toBe(2);
  expect((await sigec('session', 'list', '--flag', 'nonsense')).exitCode).toBe(2);
  const first = await sigec('session', 'list', '--station', 'CP-LIST', '--limit', '1');
  expect(first.err).toContain('--limit shows more');
});

test('at 110 columns a person sees cost, power and oddities, and an id short enough to type', async () => {
  await using station = await connect('CP-WIDE');
  await oddSession(station);
  const id = await idOf('CP-WIDE');
  const terminal = recordedTerminal({
    env: { SIGEC_URL: 'http://127.0.0.1', SIGEC_KEY: adminKey },
    server: product,
    screen: { columns: 110, rows: 40 },
  });
  await runSigec(['session', 'list', '--station', 'CP-WIDE'], terminal);
  expect(terminal.shown.out).toMatch(/^Session +Station .* Cost +Power +/);
  expect(terminal.shown.out).toMatch(new RegExp(`^${id.slice(-8)} +CP-WIDE .*meter-reset`, 'm'));
  for (const part of [id.slice(-8), id.slice(-6).toUpperCase(), id.slice(0, -1)])
    expect((await sigec('session', 'show', part)).out).toContain(id);
  expect(await sigec('session', 'show', id.slice(-5))).toMatchObject({ exitCode: 2 });
});

test('watch shows the running ones with their power until it is interrupted', async () => {
  await using station = await connect('CP-WATCH');
  const ref = await station.start({ token: 'CARD' });
  await station.meter(ref, { registerWh: 3000, powerW: 7400 });
  const args = ['session', 'list', '--station', 'CP-WATCH', '--watch'];
  const terminal = terminalFor(args);
  const watching = runSigec(args, terminal);
  await expect.poll(() => terminal.shown.out, { timeout: 10_000 }).toMatch(/^1 session, 7\.4 kW\n\n.*\n.*CP-WATCH/);
  await station.end(ref, { registerWh: 4000, reason: 'Local' });
  await expect.poll(() => terminal.shown.out, { timeout: 10_000 }).toMatch(/There is no such session\.\n$/);
  terminal.interrupt();
  expect(await watching).toBe(0);
});

test('start and stop tell what really happened', async () => {
  await enterToken(product, 'CARD');
  await using station = await connect('CP-ORDER');
  const starting = sigec('session', 'start', 'CP-ORDER', '--token', 'CARD', '--connector', '1', '--wait', '20');
  const { payload } = await station.answer({ status: 'Accepted' });
  const ref = await station.start({ token: 'CARD', remoteStartId: payload['remoteStartId'] as number });
  const started = await starting;
  const id = await idOf('CP-ORDER');
  expect(started).toMatchObject({ exitCode: 0, out: `CP-ORDER: the session has started\n  ${id} 0.000 kWh\n` });

  const refusing = sigec('session', 'stop', id);
  await station.answer({ status: 'Rejected' });
  expect(await refusing).toMatchObject({
    exitCode: 6,
    out: expect.stringContaining('refused by the station') as string,
  });

  const agreeing = sigec('session', 'stop', id, '--wait', '1', '--lang', 'pt-BR');
  await station.answer({ status: 'Accepted' });
  expect(await agreeing).toMatchObject({ exitCode: 1, out: expect.stringContaining('nada se seguiu') as string });

  const stopping = sigec('session', 'stop', id, '--wait', '20', '--json');
  await station.answer({ status: 'Accepted' });
  await station.end(ref, { registerWh: 2000, reason: 'Remote' });
  const { exitCode, out } = await stopping;
  expect(exitCode).toBe(0);
  expect(sessionOrder.parse(JSON.parse(out))).toMatchObject({ result: 'ended', session: { energyWh: 1000 } });
  expect(await sigec('session', 'stop', id)).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('has ended already') as string,
  });
});

test('what cannot be asked has its own exit code: 2 wrong use, 4 not found, 5 offline', async () => {
  await (await connect('CP-LEFT'))[Symbol.asyncDispose]();
  await expect
    .poll(async () => (await product.api.get<{ link: { state: string } }>('/api/stations/CP-LEFT')).link.state)
    .toBe('offline');
  expect(await sigec('session', 'start', 'CP-LEFT')).toMatchObject({ exitCode: 2 });
  expect(await sigec('session', 'start', 'CP-LEFT', '--token', 'C')).toMatchObject({
    exitCode: 4,
    err: expect.stringContaining('Add it first') as string,
  });
  await enterToken(product, 'C');
  expect(await sigec('session', 'start', 'CP-NOBODY', '--token', 'C')).toMatchObject({ exitCode: 4 });
  expect(await sigec('session', 'start', 'CP-LEFT', '--token', 'C')).toMatchObject({
    exitCode: 5,
    err: expect.stringContaining('CP-LEFT is offline since') as string,
  });
});

test('export writes CSV to a file, never over one, and JSON lines to the output', async () => {
  await using station = await connect('CP-EXPORT');
  await oddSession(station);
  const file = join(folder, 'sessions.csv');
  const written = await sigec('session', 'export', '--station', 'CP-EXPORT', '--out', file);
  expect(written).toMatchObject({ exitCode: 0, out: '', err: `Written to ${file}.\n` });
  const [header, line, rest] = (await readFile(file, 'utf8')).split('\r\n');
  expect(header).toMatch(/^session_id,station_id,/);
  expect(line).toMatch(/,CP-EXPORT,1,1,.*,3\.100,3100,/);
  expect(rest).toBe('');
  const again = await sigec('session', 'export', '--out', file);
  expect(again).toMatchObject({ exitCode: 2, err: expect.stringContaining('exists already') as string });
  const nowhere = await sigec('session', 'export', '--out', join(folder, 'no', 'such'));
  expect(nowhere).toMatchObject({ exitCode: 2, err: expect.stringContaining('cannot be written') as string });

  const { out } = await sigec('session', 'export', '--station', 'CP-EXPORT', '--json');
  expect(JSON.parse(out)).toMatchObject({ stationId: 'CP-EXPORT', stopReason: 'EVDisconnected' });
  expect((await sigec('session', 'export', '--station', 'CP-EXPORT', '--month', '1999-01')).out).toBe(`${header}\r\n`);
});

test('every oddity of the contract can be asked for', async () => {
  const { exitCode, out } = await sigec('session', 'list', '--help');
  expect(exitCode).toBe(0);
  for (const flag of sessionFlags) expect(out.replaceAll(/\s+/g, '')).toContain(flag);
});

const at = '2026-03-01T08:00:00.000Z';
const reading = { at, wh: 1000 };
const end = { seqNo: 3, at, registerWh: 1000, stopReason: 'Local' };
const closed = { reason: 'booted' as const, decidedAt: at, lastHeardAt: at, since: at, asked: [] };
const evidence: { [Flag in SessionFlag]: Extract<SessionOddity, { flag: Flag }>['evidence'] } = {
  'no-start': { firstSeq: 2, firstAt: at },
  'has-gap': {
    missing: [
      { from: 4, to: 4 },
      { from: 7, to: 8 },
    ],
    missingCount: 5,
  },
  'seqno-unreliable': { events: [{ seqNo: 0, type: 'ended', at }], count: 1 },
  'meter-reset': { falls: [{ before: reading, after: reading }], count: 2 },
  suspect: { leaps: [{ before: reading, after: reading, watts: 900_000, isCounted: false }], count: 1 },
  'relative-samples': { begin: reading, end: reading, firstSample: reading, lastSample: reading },
  'wrong-unit': { factor: 1000, begin: reading, sample: reading },
  'split-samples': { moments: [{ at, phases: ['L1', 'L2'] }], count: 1 },
  'was-offline': { events: 2, from: at, to: at },
  'was-resumed': { resumes: [{ seqNo: 4, at }], count: 1 },
  'several-ends': { ends: [end, end], count: 2 },
  'ends-before-start': { startedAt: at, endedAt: at },
  'clock-skew': { events: [{ seqNo: 1, told: at, received: at }], count: 1 },
  'clock-set-back': { before: at, after: at },
  overlaps: { others: [{ ref: 'T2', since: at }], count: 1 },
  'unusable-value': { values: [{ seqNo: 1, at, field: 'register', value: 2 ** 63 }], count: 1 },
  conflict: {
    conflicts: [{ type: 'ended', seqNo: 3, at, differences: [{ field: 'at', first: 1, second: 2 }] }],
    count: 1,
  },
  'stop-matched': {
    orphanRef: '-1',
    stop: end,
    reasons: { token: 'same', evse: 'not-told', seconds: 60, energyWh: 500, others: 1 },
  },
  'match-superseded': { orphanRef: '-1', stop: end },
  merged: { into: '4711' },
  'closed-inferred': closed,
  'close-superseded': closed,
};

test.each(sessionFlags)('%s is a sentence in both languages', (flag) => {
  const oddity = { flag, evidence: evidence[flag] } as SessionOddity;
  const [english, portuguese] = [odditySentence(texts.en, oddity), odditySentence(texts['pt-BR'], oddity)];
  for (const sentence of [english, portuguese]) {
    expect(sentence).toMatch(/^\S.*\.$/);
    expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
  }
  expect(portuguese).not.toBe(english);
});

test('a gap names what is missing, and that there is more', () => {
  const oddity = { flag: 'has-gap', evidence: evidence['has-gap'] } as const;
  expect(odditySentence(texts.en, oddity)).toBe('5 of its events are missing: 4, 7–8, ….');
});

test.each([
  [45, '45 s'],
  [72 * 60, '1 h 12 min'],
  [59 * 60 + 59, '59 min'],
  [51 * 3600, '2 d 3 h'],
])('%i seconds are %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});
