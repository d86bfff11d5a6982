import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StationSecurity } from '../../src/contract/stations/security.ts';
import type { StationSecurityFacts } from '../../src/contract/stations/security-facts.ts';
import type { SecurityUpgrade, StationUpgrade } from '../../src/contract/stations/security-upgrade.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { fileMemory } from '../../src/simulator/station-memory.ts';
import type { StationEvent } from '../../src/simulator/station-settings.ts';
import { askHttps } from '../support/https.ts';
import { scale } from '../support/scale.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import { ForeignStation } from './foreign-station.ts';

/** The whole product with certificates of its own making, which no station knows. */
let sigec: TestSigec;
let folder: string;
let ca: string;
let agent: Agent;
let pool: Pool;
let watching: NodeJS.Timeout;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigec-walk-'));
  sigec = await startSigec({ TLS: 'self-signed', OCPP_UNKNOWN_STATIONS: 'accept', DATA_DIR: folder });
  ca = await readFile(join(folder, 'tls', 'self-signed-root.pem'), 'utf8');
  agent = new Agent({ ca, keepAlive: true, maxSockets: 8 });
  pool = new Pool({ connectionString: sigec.databaseUrl, max: 1 });
  watching = setInterval(() => void watchStates(pool), 100);
});
afterAll(async () => {
  clearInterval(watching);
  await pool.end();
  agent.destroy();
  await sigec[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function rest<Answer>(path: string, asking: { method?: string; body?: object } = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${adminKey}` };
  return (await askHttps(`${sigec.addresses.api}${path}`, { ca, headers, agent, ...asking })).json() as Answer;
}

const upgradeOf = async (id: string) => (await rest<StationUpgrade>(`/api/stations/${id}/security-upgrade`)).upgrade;

async function until(look: () => boolean): Promise<void> {
  while (!look()) await pause(50);
}

/** Read for all stations at once: so many who ask one by one would be in their own way. */
let states = new Map<string, string>();

async function watchStates(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ station_id: string; state: string }>(
    'select station_id, state from security_upgrade',
  );
  states = new Map(rows.map(({ station_id: id, state }) => [id, state]));
}

/** Where its way ends, be it that it arrived. */
async function ended(id: string): Promise<SecurityUpgrade | null> {
  await until(() => states.has(id) && states.get(id) !== 'running');
  return upgradeOf(id);
}

async function secure(station: { id: string; isOnline: boolean }, toProfile = 3): Promise<SecurityUpgrade> {
  await until(() => station.isOnline);
  const path = `/api/stations/${station.id}/security-upgrade`;
  return rest<SecurityUpgrade>(path, { method: 'POST', body: { toProfile } });
}

async function expectProfile(id: string, profile: number): Promise<void> {
  expect(await rest<StationSecurity>(`/api/stations/${id}/security`)).toMatchObject({
    currentProfile: profile,
    minimumProfile: profile,
  });
}

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];

function simulate(
  id: string,
  version: OcppVersion,
  more: Partial<ConstructorParameters<typeof SimulatedStation>[0]> = {},
) {
  const station = new SimulatedStation({
    id,
    version,
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 20,
    backOff: { minimumSeconds: 1, randomSeconds: 0, doublings: 2 },
    callTimeoutSeconds: 1_500, // seconds are short here, and a busy machine is no broken connection
    ...more,
  });
  station.start();
  return station;
}

test('a station of any version walks from profile 0 to 3 by one order, over real TLS', async () => {
  const walk = async (version: OcppVersion) => {
    const id = `WALK-${version}`;
    await using station = simulate(id, version);
    expect(await secure(station)).toMatchObject({ fromProfile: 0, toProfile: 3, state: 'running' });
    expect(await ended(id)).toMatchObject({ state: 'done' });
    await expectProfile(id, 3);
    expect(station.access.next).toMatchObject({ profile: 3, url: expect.stringMatching(/^wss:/) as string });
    await until(() => station.isOnline);
    const facts = await rest<StationSecurityFacts>(`/api/stations/${id}/security`);
    expect(facts).toMatchObject({
      certificate: { subject: expect.stringContaining(station.nameplate.serialNumber) as string, status: 'fine' },
      installed: [{ purpose: 'csms-root' }],
      upgrade: { state: 'done' },
      password: { isSet: true },
      events: { openCritical: 0 },
    });
    expect(facts.signIns[0]).toMatchObject({ profile: 3, address: '127.0.0.1' });
    expect(new Set(facts.signIns.map(({ profile }) => profile))).toEqual(new Set([0, 1, 2, 3]));
  };
  await Promise.all(versions.map(walk));
});

/**
 * Orders of the walk that a station of each version answers, those for the certificate among them. One of 1.6 that comes back by its new profile at
 * once need not be restarted any more: seven are certain.
 */
const orders = { '1.6': 7, '2.0.1': 19, '2.1': 19 } satisfies Record<OcppVersion, number>;

/** Loses its network with the nth answer, before or after that has left, and regains it a moment later. */
function cutting(nth: number, isBefore: boolean) {
  let answered = 0;
  const cut = { count: () => answered, station: undefined as SimulatedStation | undefined };
  const fall = () => {
    cut.station?.loseNetwork();
    setTimeout(() => cut.station?.regainNetwork(), 50);
  };
  const onEvent = (event: StationEvent) => {
    if (event.kind !== 'answering') return;
    answered += 1;
    if (answered !== nth) return;
    if (isBefore) fall();
    else setImmediate(fall);
  };
  return { cut, onEvent };
}

const walks = versions.flatMap((version) =>
  Array.from({ length: orders[version] }, (_none, index) => index + 1).flatMap((nth) =>
    [true, false].map((isBefore) => ({ version, nth, isBefore })),
  ),
);
const isWhole = scale({ test: false, soak: true });
/** Every order of every version; in `npm test` by turns before and after the answer. */
const tried = walks.filter(({ nth, isBefore }) => isWhole || (nth % 2 === 0) === isBefore);

test('a station that is cut at any order can still connect, and arrives at profile 3 by itself', async () => {
  const walk = async ({ version, nth, isBefore }: (typeof walks)[number]) => {
    const id = `CUT-${version}-${nth}-${isBefore ? 'before' : 'after'}`;
    const { cut, onEvent } = cutting(nth, isBefore);
    await using station = simulate(id, version, { onEvent });
    cut.station = station;
    await secure(station);
    const { state, reason } = (await ended(id)) ?? {};
    await until(() => station.isOnline); // it may be restarting still
    const isCut = cut.count() >= nth;
    const { currentProfile, minimumProfile } = await rest<StationSecurity>(`/api/stations/${id}/security`);
    return { id, state, reason, isCut, currentProfile, minimumProfile, isOnline: station.isOnline };
  };
  const arrived = { state: 'done', reason: null, isCut: true, currentProfile: 3, minimumProfile: 3, isOnline: true };
  for (const end of await Promise.all(tried.map(walk))) expect(end).toEqual({ id: end.id, ...arrived });
}, 300_000);

test('a station that trusts nobody falls back to the profile before, and stays there', async () => {
  await using station = simulate('BLIND', '2.0.1');
  station.trust.install = () => 'Accepted'; // it says so, and forgets the root
  await secure(station, 2);
  expect(await ended('BLIND')).toMatchObject({ state: 'stopped', reason: 'came-back' });
  await expectProfile('BLIND', 1);
  await until(() => station.isOnline);
  expect(await rest<SecurityUpgrade>('/api/stations/BLIND/security-upgrade', { method: 'DELETE' })).toMatchObject({
    state: 'abandoned',
    reason: 'taken-back',
  });
  station.reboot('PowerUp');
  await until(() => station.isOnline);
  expect(station.access.profile).toBe(1);
});

test('what a station walked it keeps through a loss of power', async () => {
  const memory = fileMemory(join(folder, 'KEPT.json'));
  {
    await using station = simulate('KEPT', '2.1', { memory });
    await secure(station);
    expect(await ended('KEPT')).toMatchObject({ state: 'done' });
  }
  await using again = simulate('KEPT', '2.1', { memory });
  await until(() => again.isOnline);
  await expectProfile('KEPT', 3);
});

test.each(['1.6', '2.0.1'] as const)(
  'a station of the ocpp-rpc library walks to profile 3 over OCPP %s',
  async (version) => {
    const id = `FOREIGN-${version}`;
    await using station = new ForeignStation({ id, version, url: sigec.addresses.ocpp.slice(0, -1) });
    await station.connect();
    await secure(station);
    expect(await ended(id)).toMatchObject({ state: 'done' });
    await expectProfile(id, 3);
    expect(station.signIns.at(-1)).toEqual({ scheme: 'wss', hasCertificate: true, hasPassword: false });
    expect(await station.call('Heartbeat', {})).toHaveProperty('currentTime');
  },
);
