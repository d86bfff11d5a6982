import { Client } from 'pg';
import { expect, test } from 'vitest';
import { rebuildSessions } from '#charging/sessions/store/rebuild-sessions.ts';
import { openDatabase } from '#database/database.ts';
import { routes } from '#doors/rest/routes.ts';
import { type Log, silentLog } from '../../src/base/log.ts';
import type { DriverDetail, DriverList, Forgotten } from '../../src/contract/access/driver.ts';
import type { Bill } from '../../src/contract/billing/bill.ts';
import type { CommandList } from '../../src/contract/commands/command.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import type { SignedValues } from '../../src/contract/sessions/signed-values.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { type AnsweringStation, connectAnswering } from '../support/answering-station.ts';
import { leaksOf, type Text, wholeDatabase } from '../support/leaks.ts';
import { connect } from '../support/mcp-client.ts';
import { ocmfMeter } from '../support/ocmf-meter.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';

const versions: readonly OcppVersion[] = ['1.6', '2.0.1', '2.1'];
const card = 'E7A9C0DE51B2';
const oldCard = 'F00DCAFE7788';
const otherCard = '0BADC0FFEE33';
/** Lost, and removed before its driver wants to be forgotten. */
const lostCard = 'A11CE0DDBA11';
const person = { name: 'Marília Quixadá', email: 'marilia.quixada@example.org', phone: '+55 85 98877-6655' };
/** What must not be read anywhere afterwards. */
const secrets = [card, oldCard, lostCard, person.name, person.email, person.phone];

/** After the tariff began to hold. */
let start = 0;
const at = (second: number) => new Date(start + second * 1000).toISOString();
const meter = ocmfMeter();

function signed(token: string, page: number, kwh: number): string {
  return meter.record({ number: page, token, readings: [{ reason: 'B', at: at(page), kwh }] });
}
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** One session of 3 kWh with signed values, told in the words of the station's version. Gives back its name. */
async function charge(station: AnsweringStation, token: string, second: number): Promise<string> {
  return station.version === '1.6' ? charge16(station, token, second) : charge2(station, token, second);
}

async function charge16(station: AnsweringStation, token: string, second: number): Promise<string> {
  const started = { connectorId: 1, idTag: token, meterStart: 1000, timestamp: at(second) };
  const { transactionId } = await station.call('StartTransaction', started);
  const values = [
    JSON.stringify({ signedMeterData: base64(signed(token, 1, 1)), encodingMethod: 'OCMF', publicKey: meter.envelope }),
    signed(token, 2, 2),
    Buffer.from(signed(token, 3, 3)).toString('hex'),
  ];
  for (const [nth, value] of values.entries()) {
    const sampledValue = [{ value, format: 'SignedData' }];
    const meterValue = [{ timestamp: at(second + nth), sampledValue }];
    await station.call('MeterValues', { connectorId: 1, transactionId, meterValue });
  }
  const transactionData = [
    { timestamp: at(second + 4), sampledValue: [{ value: base64(signed(token, 4, 4)), format: 'SignedData' }] },
  ];
  await station.call('StopTransaction', {
    transactionId,
    idTag: token,
    meterStop: 4000,
    timestamp: at(second + 4),
    transactionData,
  });
  return String(transactionId);
}

let sessions = 0;
async function charge2(station: AnsweringStation, token: string, second: number): Promise<string> {
  sessions += 1;
  const transactionId = `T-${sessions}`;
  for (const [seqNo, eventType] of ['Started', 'Updated', 'Ended'].entries())
    await station.call('TransactionEvent', event2({ transactionId, token, second, seqNo, eventType }));
  return transactionId;
}

type Told2 = { transactionId: string; token: string; second: number; seqNo: number; eventType: string };

function event2({ transactionId, token, second, seqNo, eventType }: Told2) {
  const timestamp = at(second + seqNo);
  const signedMeterValue = {
    signedMeterData: base64(signed(token, seqNo + 1, seqNo + 1)),
    signingMethod: 'ECDSA-secp256r1-SHA256',
    encodingMethod: 'OCMF',
    publicKey: meter.envelope,
  };
  return {
    eventType,
    timestamp,
    triggerReason: 'MeterValuePeriodic',
    seqNo,
    transactionInfo: { transactionId },
    evse: { id: 1, connectorId: 1 },
    ...(eventType !== 'Updated' && { idToken: { idToken: token, type: 'ISO14443' } }),
    meterValue: [{ timestamp, sampledValue: [{ value: 1000 + seqNo * 1500, signedMeterValue }] }],
  };
}

test('after a driver is forgotten nothing tells who they were, and every sum stays as it was', {
  timeout: 180_000,
}, async () => {
  const lines: string[] = [];
  await using sigec = await startSigec(
    { OCPP_UNKNOWN_STATIONS: 'accept', STATIONS_IN_SYNC: 'on', LOG_LEVEL: 'debug' },
    { log: logInto(lines) },
  );
  const { api } = sigec;
  await api.post('/api/sites', { id: 'central', name: 'Central', timeZone: 'America/Sao_Paulo', currency: 'BRL' });
  await api.post('/api/tariffs', { id: 'day', currency: 'BRL', perKwh: '1.90' });
  await api.post('/api/tariff-assignments', { tariffId: 'day' });
  start = Date.now();
  await api.post('/api/groups', { name: 'Fleet' });
  await api.post('/api/access/import', {
    csv: [
      'name;email;phone;group;token;note',
      `${person.name};${person.email};${person.phone};Fleet;${card};blue car`,
      `;${person.email};;;${oldCard};`,
      `;${person.email};;;${lostCard};`,
      `=cmd|' /C calc'!A0;bruno@example.org;;;${otherCard};`,
    ].join('\r\n'),
  });
  const driver = await findDriver(sigec);
  const tokenOf = (value: string) => api.post<{ id: string }>('/api/tokens/find', { value });
  const cardId = (await tokenOf(card)).id;
  await api.post(`/api/tokens/${(await tokenOf(oldCard)).id}/block`);

  await using stations = new AsyncDisposableStack();
  const known: AnsweringStation[] = [];
  for (const version of versions) {
    const station = stations.use(await connectThere(sigec, version));
    known.push(station);
    await api.put(`/api/sites/central/stations/${station.stationId}`, {});
    await live(sigec, station, cardId);
  }
  const named = (path: string) => known.map(({ stationId }) => path.replace(':id', stationId));
  for (const path of named('/api/stations/:id/local-list'))
    await expect.poll(() => api.get(path), { timeout: 20_000 }).toMatchObject({ isInSync: true, why: null });

  const { sessions: all } = await api.get<SessionPage>('/api/sessions?limit=1000');
  expect(all.length).toBeGreaterThanOrEqual(6);
  for (const { id } of all)
    await expect
      .poll(() => api.get<Bill>(`/api/sessions/${id}/bill`), { timeout: 20_000 })
      .toMatchObject({ state: 'final' });

  const lostId = (await tokenOf(lostCard)).id;
  await api.delete(`/api/tokens/${lostId}`);

  // What they charged can be read as long as they are known.
  const theirs = all.filter(({ tokenHash }) => tokenHash === cardId || tokenHash === lostId);
  expect(theirs.length).toBe(2 * versions.length);
  for (const { id } of theirs) expect(leaksOf([card, lostCard], await signedTexts(sigec, id))).not.toEqual([]);

  // Nobody is forgotten while they charge.
  const [first] = known as [AnsweringStation];
  const running = { connectorId: 1, idTag: card, meterStart: 4000, timestamp: at(50) };
  const { transactionId } = await first.call('StartTransaction', running);
  const forget = () => api.post<Forgotten>(`/api/drivers/${driver.id}/forget`);
  await expect(forget()).rejects.toThrow(`409`);
  await expect(forget()).rejects.toThrow(first.stationId);
  await first.call('StopTransaction', { transactionId, meterStop: 5000, timestamp: at(55) });
  await expect.poll(async () => (await sums(sigec)).due, { timeout: 20_000 }).toBe('0');

  const before = await sums(sigec);
  const forgotten = await forget();
  expect(forgotten).toMatchObject({
    driverId: driver.id,
    tokens: 2,
    sessionsKept: 2 * versions.length + 1,
    stationsToTell: 3,
  });
  expect(forgotten.signedValues).toBe(2 * (4 + 3 + 3));
  expect(await sums(sigec)).toEqual(before);
  expect(await strayKeys(sigec)).toBe(0);
  await expect(forget()).rejects.toThrow('409');

  // Every station is told to forget the cards too.
  for (const station of known) await expect.poll(() => cardsOnList(station), { timeout: 20_000 }).toEqual([otherCard]);

  // What stations still bring later is not kept either: a value of an old session, and a session that began offline.
  const late = { timestamp: at(9), sampledValue: [{ value: signed(card, 9, 9), format: 'SignedData' }] };
  const [old] = theirs.filter(({ stationId, tokenHash }) => stationId === first.stationId && tokenHash === cardId);
  await first.call('MeterValues', { connectorId: 1, transactionId: Number(old?.ref), meterValue: [late] });
  const afterwards = await charge(known[1] as AnsweringStation, card, 40);
  const { refusals } = await api.get<{ refusals: { reason: string }[] }>(`/api/refusals?tokenId=${cardId}`);
  expect(refusals.some(({ reason }) => reason === 'unknown-token')).toBe(true);

  const answers = [...(await everyAnswer(sigec, { driverId: driver.id, known })), ...(await everyTool(sigec, known))];
  const texts = [...(await wholeDatabase(sigec.databaseUrl)), ...answers, { where: 'log', text: lines.join('\n') }];
  expect(leaksOf(secrets, texts)).toEqual([]);
  expect(new Set(texts.map(({ where }) => where))).toContain('set aside');
  expect(afterwards).toMatch(/^T-/);

  // Of others everything is still there.
  const others = all.filter((session) => !theirs.includes(session) && session.tokenHash !== null);
  for (const { id } of others.filter(({ energyWh }) => energyWh === 3000))
    expect(leaksOf([otherCard], await signedTexts(sigec, id))).not.toEqual([]);
  expect(await api.get(`/api/drivers/${driver.id}`)).toMatchObject({ name: null, email: null, tokens: [] });

  await using opened = new AsyncDisposableStack();
  const url = sigec.databaseUrl;
  const database = opened.adopt(await openDatabase({ url, log: silentLog }), (open) => open.close());
  const check = await rebuildSessions(database, { isCheck: true, signal: AbortSignal.timeout(60_000) });
  expect(check).toMatchObject({ different: 0, missing: 0, withoutEvents: 0, refused: [] });
  expect(check.sessions).toBeGreaterThan(all.length);
});

async function findDriver({ api }: TestSigec): Promise<DriverDetail> {
  const { drivers } = await api.get<DriverList>('/api/drivers?search=quixada');
  expect(drivers).toMatchObject([{ ...person, tokenCount: 3 }]);
  return api.get<DriverDetail>(`/api/drivers/${drivers[0]?.id}`);
}

async function connectThere({ addresses }: TestSigec, version: OcppVersion): Promise<AnsweringStation> {
  let listVersion = 0;
  return connectAnswering(addresses.ocpp, {
    stationId: `CP-${version}`,
    version,
    answers: {
      SendLocalList: (payload) => {
        listVersion = Number(payload['listVersion'] ?? payload['versionNumber']);
        return { status: 'Accepted' };
      },
      GetLocalListVersion: () => (version === '1.6' ? { listVersion } : { versionNumber: listVersion }),
      GetConfiguration: () => ({ configurationKey: [{ key: 'LocalAuthListEnabled', readonly: false, value: 'true' }] }),
      GetReport: () => ({ status: 'NotSupported' }),
      GetVariables: ({ getVariableData }) => ({
        getVariableResult: (getVariableData as { component: { name: string }; variable: { name: string } }[]).map(
          (asked) => ({ ...asked, ...variableOf(`${asked.component.name}.${asked.variable.name}`) }),
        ),
      }),
      SetVariables: ({ setVariableData }) => ({
        setVariableResult: (setVariableData as { component: object; variable: object }[]).map(
          ({ component, variable }) => ({ component, variable, attributeStatus: 'UnknownVariable' }),
        ),
      }),
    },
  });
}

function variableOf(name: string) {
  const isList = name === 'LocalAuthListCtrlr.Enabled' || name === 'LocalAuthListCtrlr.Available';
  return isList ? { attributeStatus: 'Accepted', attributeValue: 'true' } : { attributeStatus: 'UnknownVariable' };
}

/** All that a driver leaves behind at one station. */
async function live(sigec: TestSigec, station: AnsweringStation, tokenId: string): Promise<void> {
  const { api } = sigec;
  const { stationId, version } = station;
  const is16 = version === '1.6';
  const command = (name: string, input: object) =>
    api.post<{ outcome: { status: string; answer: Record<string, unknown> } }>(
      `/api/stations/${stationId}/commands/${name}`,
      { input },
    );
  const idToken = (value: string) => (is16 ? { idTag: value } : { idToken: { idToken: value, type: 'ISO14443' } });

  for (const value of [card, oldCard, 'DEADBEEF']) await station.call('Authorize', idToken(value));
  await charge(station, card, 0);
  await charge(station, otherCard, 20);
  await charge(station, lostCard, 25);

  const reserved = await command('reserve', { tokenId, evseId: 1 });
  expect(reserved.outcome).toMatchObject({ status: 'accepted' });
  const { reservationId } = reserved.outcome.answer;
  if (version !== '2.1') await command('cancel-reservation', { reservationId });
  for (const input of [{ tokenId }, { token: card.toLowerCase() }])
    expect((await command('start-session', { ...input, evseId: 1 })).outcome.status).toBe('accepted');

  // Outside any session, and in messages that say what they should not.
  const outside = is16 ? { connectorId: 1 } : { evseId: 1 };
  const value = is16
    ? { value: signed(card, 7, 7), format: 'SignedData' }
    : {
        value: 7,
        signedMeterValue: {
          signedMeterData: base64(signed(card, 7, 7)),
          signingMethod: '',
          encodingMethod: 'OCMF',
          publicKey: '',
        },
      };
  await station.call('MeterValues', { ...outside, meterValue: [{ timestamp: at(30), sampledValue: [value] }] });
  if (is16) {
    const lost = { value: Buffer.from(signed(lostCard, 6, 6)).toString('hex'), format: 'SignedData' };
    await station.call('MeterValues', { ...outside, meterValue: [{ timestamp: at(29), sampledValue: [lost] }] });
  }
  for (const data of [`{"idTag":"${card}"}`, `card ${card} of ${person.name} was read`, signed(card, 8, 8)])
    await station.call('DataTransfer', { vendorId: 'ipe', messageId: 'note', data });
  if (is16)
    await expect(station.call('StartTransaction', { ...idToken(card), info: signed(card, 5, 5) })).rejects.toThrow();
  else {
    const event = event2({ transactionId: 'T-X', token: card, second: 30, seqNo: 0, eventType: 'Begun' });
    await expect(station.call('TransactionEvent', event)).rejects.toThrow(); // kept raw, since it carries energy
    const [reading] = event2({
      transactionId: 'T-Y',
      token: card,
      second: 30,
      seqNo: 0,
      eventType: 'Started',
    }).meterValue;
    await station.call('MeterValues', { evseId: 99_999_999_999, meterValue: [reading] }); // set aside: no column holds the number
    await command('get-customer-information', { token: { value: card, type: 'iso14443' } });
    await command('get-customer-information', { customerIdentifier: person.email });
    const asked = station.asked.filter(({ action }) => action === 'CustomerInformation');
    const report = [person.name.slice(0, 8), `${person.name.slice(8)} has the card ${card}`];
    for (const { payload } of asked) {
      for (const [seqNo, data] of report.entries()) {
        const part = { requestId: payload['requestId'], seqNo, data, generatedAt: at(31), tbc: seqNo === 0 };
        await station.call('NotifyCustomerInformation', part);
      }
    }
    await command('set-display-message', { text: `Olá, ${person.name}`, language: 'pt' });
  }
  await station.call('SecurityEventNotification', {
    type: 'InvalidMessages',
    timestamp: at(32),
    techInfo: `idTag=${card} was refused`,
  });
}

/** What a station was told to know by heart, by the lists that it took. */
function cardsOnList({ asked }: AnsweringStation): string[] {
  const list = new Set<string>();
  for (const { payload } of asked.filter(({ action }) => action === 'SendLocalList')) {
    if (payload['updateType'] === 'Full') list.clear();
    type Entry = { idTag?: string; idTagInfo?: object; idToken?: { idToken: string }; idTokenInfo?: object };
    for (const entry of (payload['localAuthorizationList'] ?? []) as Entry[]) {
      const value = entry.idTag ?? entry.idToken?.idToken ?? '';
      if (entry.idTagInfo === undefined && entry.idTokenInfo === undefined) list.delete(value);
      else list.add(value);
    }
  }
  return [...list].toSorted();
}

async function signedTexts({ api }: TestSigec, sessionId: string): Promise<Text[]> {
  const { values } = await api.get<SignedValues>(`/api/sessions/${sessionId}/signed-values`);
  return values.map(({ data }) => ({ where: sessionId, text: data }));
}

/** Secrets that nothing is sealed under any more. */
async function strayKeys({ databaseUrl }: TestSigec): Promise<number> {
  return one<number>(
    databaseUrl,
    `select count(*)::integer as value from person_key where not exists (
       select from token where key_id = person_key.id union select from driver where key_id = person_key.id
       union select from token_group where key_id = person_key.id)`,
  );
}

type Sums = Record<'sessions' | 'energy' | 'bills' | 'total' | 'entries' | 'due', string>;

function sums({ databaseUrl }: TestSigec): Promise<Sums> {
  return one<Sums>(
    databaseUrl,
    `select jsonb_build_object(
       'sessions', (select count(*)::text from session), 'energy', (select sum(energy_mwh)::text from session),
       'bills', (select count(*)::text from bill), 'total', (select sum(total)::text from bill),
       'entries', (select sum(amount)::text from bill_entry), 'due', (select count(*)::text from bill_due)) as value`,
  );
}

async function one<Value>(url: string, query: string): Promise<Value> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: Value }>(query);
    return rows[0]?.value as Value;
  } finally {
    await client.end();
  }
}

/** Every address of the API that can be read, for every thing there is. */
async function everyAnswer(
  sigec: TestSigec,
  { driverId, known }: { driverId: string; known: readonly AnsweringStation[] },
): Promise<Text[]> {
  const { api, addresses } = sigec;
  const { sessions: all } = await api.get<SessionPage>('/api/sessions?limit=1000');
  const stationIds = known.map(({ stationId }) => stationId);
  const commandIds: string[] = [];
  for (const stationId of stationIds) {
    const { commands } = await api.get<CommandList>(`/api/stations/${stationId}/commands?limit=1000`);
    commandIds.push(...commands.map(({ id }) => id));
  }
  const ids: Record<string, readonly string[]> = {
    stations: stationIds,
    sessions: all.map(({ id }) => id),
    drivers: [driverId],
    commands: commandIds,
    sites: ['central'],
    tariffs: ['day'],
  };
  const texts: Text[] = [];
  for (const { path, method } of routes.filter((route) => route.method === 'GET')) {
    if (!path.startsWith('/api/') || path.includes('sign-in')) continue;
    const [, , subject = ''] = path.split('/');
    const filled = path.includes(':id') ? (ids[subject] ?? ['none']).map((id) => path.replace(':id', id)) : [path];
    for (const address of filled.flatMap((one) => [one, ...more(one)])) {
      const response = await fetch(`${addresses.api}${address.replaceAll(/:\w+/g, 'none')}`, {
        headers: { authorization: `Bearer ${adminKey}`, accept: 'application/json' },
        signal: AbortSignal.timeout(20_000),
      });
      expect(response.status, `${method} ${address}`).toBeLessThan(500);
      texts.push({ where: `${method} ${address}`, text: await response.text() });
    }
  }
  expect(texts.length).toBeGreaterThan(100);
  return texts;
}

/** The same in its other forms, and all of a list. */
function more(address: string): string[] {
  if (address.endsWith('receipt'))
    return ['?format=html', '?format=html&language=pt-BR'].map((query) => address + query);
  if (address.includes('reports'))
    return ['?format=csv', '?by=driver', '?by=driver&format=html'].map((query) => address + query);
  return /(messages|events|tokens|refusals|sessions|export)$/.test(address) ? [`${address}?limit=1000`] : [];
}

async function everyTool({ addresses }: TestSigec, known: readonly AnsweringStation[]): Promise<Text[]> {
  await using client = await connect(addresses.mcp, {}, adminKey);
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(0);
  const texts: Text[] = [];
  for (const tool of tools) {
    for (const { stationId } of known) {
      const names = Object.keys(tool.inputSchema.properties ?? {});
      const given = Object.fromEntries(names.filter((name) => /id$/i.test(name)).map((name) => [name, stationId]));
      const answer = await client
        .callTool({ name: tool.name, arguments: given })
        .catch((error: unknown) => String(error));
      texts.push({ where: `tool ${tool.name}`, text: JSON.stringify(answer) });
    }
  }
  return texts;
}

function logInto(lines: string[]): Log {
  const note = (facts: object, sentence: string) => {
    const shown = JSON.stringify(facts, (_name, value: unknown) =>
      value instanceof Error
        ? { ...Object.fromEntries(Object.entries(value)), message: value.message, stack: value.stack }
        : value,
    );
    lines.push(`${sentence} ${shown}`);
  };
  return { debug: note, info: note, warn: note, error: note };
}
