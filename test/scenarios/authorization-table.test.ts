import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Driver } from '../../src/contract/access/driver.ts';
import type { RefusalList } from '../../src/contract/access/token.ts';
import type { Session, SessionPage } from '../../src/contract/sessions/session.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { enterGroup, enterToken } from '../support/tokens.ts';
import { type Case, cases, type Made } from './authorization-table/cases.ts';
import { type Asked, makePlaces, type Places } from './authorization-table/places.ts';
import { ask, begin, end, type Shown, type Told } from './authorization-table/tell.ts';

let sigec: TestSigec;
let places: Places;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  places = await makePlaces(sigec);
}, 60_000);
afterAll(async () => {
  await places[Symbol.asyncDispose]();
  await sigec[Symbol.asyncDispose]();
});

const versions: readonly OcppVersion[] = ['1.6', '2.0.1', '2.1'];

test('the table has at least sixty cases, each said once', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(new Set(cases.map(({ text }) => text)).size).toBe(cases.length);
});

describe.each(versions)('OCPP %s', (version) => {
  const rows = cases
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => (row.only ?? versions).includes(version));

  test.each(rows.map(({ row, index }) => [row.text, row, index] as const))('%s', async (_text, row, index) => {
    const { made, shown } = await prepare(row, `K${index}-${version}`, version);
    const station = places.station(version, row.place ?? 'street');
    const beside = await besides(row, { made, shown, version });
    const told = await play(row, { station, shown, beside });

    const [told16, told2] = typeof row.told === 'string' ? [row.told, row.told] : row.told;
    expect(told.info['status']).toBe(version === '1.6' ? told16 : told2);
    const parent = version === '1.6' ? told.info['parentIdTag'] : told.info['groupIdToken'];
    if (row.because === undefined) expect(parent !== undefined).toBe(row.tellsGroup === true);
    const because = row.because && {
      stationId: station.id,
      tokenId: made.tokenId,
      reason: row.because,
      facts: row.by?.({ ...made, sessionId: beside?.session?.id }) ?? {},
    };
    expect(await refusalsOf(row, made)).toMatchObject(because === undefined ? [] : [because]);
    if (told.session !== undefined) await hasBegun(station, told.session);
  });
});

type Beside = { told: Told; station: Asked; session: Session | undefined };
type Prepared = { made: Made; shown: Shown };

/** The token with its driver and group, as the case has them. */
async function prepare(row: Case, name: string, version: OcppVersion): Promise<Prepared> {
  const { token = {}, group, driver, type } = row;
  const fields = row.beside === 'refused-session' ? { ...(group as object), isBlocked: true } : group;
  const groupId =
    fields === 'admitted' ? places.admittedGroupId : fields && (await enterGroup(sigec, `G-${name}`, fields)).id;
  const driverId = driver && (await enterDriver(name, { ...driver, ...(row.isDriversGroup && { groupId }) })).id;
  const known = {
    ...(driverId !== undefined && { driverId }),
    ...(groupId !== undefined && !row.isDriversGroup && { groupId }),
  };
  if (token !== null) await enterToken(sigec, name, { ...known, ...token });
  const value = type === 'NoAuthorization' ? '' : row.isLowerCase ? name.toLowerCase() : name;
  const { hash } = await sigec.api.post<{ hash: string }>('/api/tokens/hash', { value: name });
  const place = places.station(version, row.place ?? 'street');
  const otherStationId = places.station(version, 'other').id;
  return {
    made: { tokenId: hash, groupId, driverId, siteId: place.siteId ?? '', sessionId: undefined, otherStationId },
    shown: { value, type },
  };
}

const enterDriver = (name: string, fields: object) =>
  sigec.api.post<Driver>('/api/drivers', { name: `Driver ${name}`, ...fields });

type Given = Prepared & { version: OcppVersion };

/** What was there before, at another station unless the case says that it is at this one. */
async function besides(row: Case, { made, shown, version }: Given): Promise<Beside | undefined> {
  const other = places.station(version, 'other');
  const running = async (station: Asked, whose: Shown): Promise<Beside> => {
    const told = await begin(station, whose);
    return { told, station, session: await sessionOf(station, told.ref) };
  };
  switch (row.beside) {
    case 'own-session':
      return running(other, shown);
    case 'own-session-here':
      return running(places.station(version, row.place ?? 'street'), shown);
    case 'ended-session': {
      const before = await running(other, shown);
      await end(other, before.told);
      return undefined;
    }
    case 'refused-session': {
      expect((await running(other, shown)).told.info['status']).toBe('Blocked');
      await sigec.api.post(`/api/groups/${made.groupId}`, { isBlocked: false });
      return undefined;
    }
    case 'session-of-other-token':
      await enterToken(sigec, `${shown.value}-B`, { driverId: made.driverId });
      return running(other, { value: `${shown.value}-B` });
    case 'session-of-other-driver': {
      const { id: driverId } = await enterDriver(`${shown.value}-B`, {});
      await enterToken(sigec, `${shown.value}-B`, { driverId, groupId: made.groupId });
      return running(other, { value: `${shown.value}-B` });
    }
    default:
      return undefined;
  }
}

type Played = { info: Record<string, unknown>; session?: Told };

async function play(
  { does = 'start', offlineHours, beside: kind }: Case,
  { station, shown, beside }: { station: Asked; shown: Shown; beside: Beside | undefined },
): Promise<Played> {
  if (does === 'authorize') return { info: await ask(station, shown) };
  if (does === 'stop') {
    const running = beside ?? { station, told: await begin(station, { value: 'HOST' }) };
    return { info: await end(running.station, running.told, shown) };
  }
  const session = await begin(station, shown, { hoursAgo: offlineHours, times: kind === 'same-session' ? 2 : 1 });
  return { info: session.info, session };
}

/** Those of what the case does; what stands beside it may have been refused as well. */
async function refusalsOf({ does = 'start', beside }: Case, { tokenId, otherStationId }: Made) {
  const { refusals } = await sigec.api.get<RefusalList>(`/api/refusals?tokenId=${tokenId}`);
  return refusals.filter(
    ({ facts, stationId }) =>
      facts['purpose'] === does && !(beside === 'refused-session' && stationId === otherStationId),
  );
}

/** Refused or not: no energy is lost, so the session stands in the books. */
async function hasBegun(station: Asked, { ref }: Told): Promise<void> {
  expect(await sessionOf(station, ref)).toMatchObject({ state: 'running' });
}

async function sessionOf({ id }: Asked, ref: string): Promise<Session | undefined> {
  const { sessions } = await sigec.api.get<SessionPage>(`/api/sessions?stationId=${id}&limit=1000`);
  return sessions.find((session) => session.ref === ref);
}
