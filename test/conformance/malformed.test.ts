import { afterAll, beforeAll, expect, test } from 'vitest';
import { v16 } from '../../src/doors/ocpp/v16/version.ts';
import { v21 } from '../../src/doors/ocpp/v21/version.ts';
import { v201 } from '../../src/doors/ocpp/v201/version.ts';
import type { Version } from '../../src/doors/ocpp/version.ts';
import { expectedCodes } from '../support/expected-codes.ts';
import { evenSample, type MalformedCase, malformedCases } from '../support/malformed-cases.ts';
import { bootPayload, connectRaw, type RawStation } from '../support/raw-station.ts';
import { scale } from '../support/scale.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

const versions = [v16, v201, v21];
const everyCase = versions.flatMap((version) =>
  [...version.handlers.keys()].flatMap((action) => casesOf(version, action)),
);
const chosen = scale({ test: evenSample(everyCase, 1200), soak: everyCase });

/** A socket may send 200 frames at once, and is read more slowly after that. */
const casesPerStation = 150;

let sigec: TestSigec;
let bystanders: Bystander[] = [];
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  bystanders = await Promise.all(versions.map(({ name }) => startBystander(name)));
});
afterAll(async () => {
  for (const bystander of bystanders) await bystander[Symbol.asyncDispose]();
  await sigec[Symbol.asyncDispose]();
});

function casesOf({ name, validator }: Version, action: string): MalformedCase[] {
  return malformedCases(name, action, validator.schemaOf(validator.has(action) ? action : `${action}Request`));
}

async function connect(version: Version['name'], stationId: string): Promise<RawStation> {
  const station = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] });
  await station.ask([2, 'boot', 'BootNotification', bootPayload[version]]);
  return station;
}

test('there are at least 5,000 cases, and each version, action and kind is among those of a short run', () => {
  const kinds = (cases: readonly MalformedCase[]) =>
    new Set(cases.map(({ version, action, kind }) => `${version} ${action} ${kind}`));
  expect(everyCase.length).toBeGreaterThanOrEqual(5000);
  expect(kinds(chosen)).toEqual(kinds(everyCase));
});

test.each(versions)('$name refuses each malformed message with its code, and the connection lives', async (version) => {
  const cases = chosen.filter((one) => one.version === version.name && version.validator.has(`${one.action}Request`));
  const wrong: unknown[] = [];
  for (let first = 0; first < cases.length; first += casesPerStation)
    wrong.push(...(await unexpected(version, first, cases.slice(first, first + casesPerStation))));
  expect(wrong).toEqual([]);
});

test('a malformed SEND is never answered, and the connection lives', async () => {
  await using station = await connect('2.1', 'SENDER');
  await strict('SENDER');
  const sends = casesOf(v21, 'NotifyPeriodicEventStream').slice(0, casesPerStation);
  expect(sends.length).toBeGreaterThan(10);
  for (const [index, { action, payload }] of sends.entries())
    station.send(JSON.stringify([6, `s${index}`, action, payload]));
  expect(await station.ask([2, 'beat', 'Heartbeat', {}])).toMatchObject([3, 'beat', {}]);
});

test('meanwhile the heartbeats of bystanders, one a second, were all answered', async () => {
  for (const bystander of bystanders) {
    await expect.poll(() => bystander.answered(), { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
    expect(bystander.unanswered()).toBeLessThanOrEqual(1); // the one that is on its way
  }
});

async function strict(stationId: string): Promise<void> {
  await sigec.api.put(`/api/stations/${stationId}/quirks/all`, { isOn: false });
}

/** The cases that were answered otherwise than the table says; the connection must live through all of them. */
async function unexpected(version: Version, first: number, cases: readonly MalformedCase[]): Promise<unknown[]> {
  const { name } = version;
  const stationId = `MALFORMED-${name}-${first}`;
  await using station = await connect(name, stationId);
  await strict(stationId);
  for (const [index, { action, payload }] of cases.entries())
    station.send(JSON.stringify([2, `m${index}`, action, payload]));
  const wrong: unknown[] = [];
  for (const [index, { action, kind, field }] of cases.entries()) {
    const [type, id, code] = (await nextOf(station)) as [number, string, string];
    const isRight = type === 4 && id === `m${index}` && code === expectedCodes[name][kind];
    if (!isRight) wrong.push({ action, kind, field, type, id, code });
  }
  expect(await station.ask([2, 'beat', 'Heartbeat', {}])).toMatchObject([3, 'beat', {}]);
  return wrong;
}

/** A connection that ends fails the test at once. */
function nextOf({ next, closed }: RawStation): Promise<unknown> {
  const ended = closed.then((code) => Promise.reject(new Error(`The connection was closed with ${code}.`)));
  return Promise.race([next(), ended]);
}

type Bystander = AsyncDisposable & { answered(): number; unanswered(): number };

/** Its heartbeats go out on time whether the one before was answered or not. */
async function startBystander(version: Version['name']): Promise<Bystander> {
  const station = await connect(version, `BYSTANDER-${version}`);
  let beats = 0;
  let answered = 0;
  const beat = async () => {
    beats += 1;
    const [type] = (await station.ask([2, `b${beats}`, 'Heartbeat', {}])) as [number];
    if (type === 3) answered += 1;
  };
  const timer = setInterval(() => void beat(), 1000);
  return {
    answered: () => answered,
    unanswered: () => beats - answered,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await station[Symbol.asyncDispose]();
    },
  };
}
