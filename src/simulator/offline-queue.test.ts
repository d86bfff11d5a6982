import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OcppVersion } from '#contract/stations/station.ts';
import {
  accepting,
  type ReceivedCall,
  type SmallServer,
  startSmallServer,
} from '../../test/support/small-station-server.ts';
import { gapMs, secondMs, startAccepted } from '../../test/support/test-station.ts';
import { startFleet } from './fleet.ts';
import { openJournal, readJournal } from './journal.ts';
import type { StationEvent } from './station-settings.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];
const isOfSession = ({ action }: ReceivedCall) => /Transaction|MeterValues/.test(action);

function welcoming(call: ReceivedCall): object {
  return call.action === 'StartTransaction'
    ? { transactionId: 7, idTagInfo: { status: 'Accepted' } }
    : accepting()(call);
}

/** Takes everything, but answers nothing about sessions. */
function deaf(call: ReceivedCall): object | undefined {
  return isOfSession(call) ? undefined : accepting()(call);
}

const told = (server: SmallServer) => server.calls.filter(isOfSession);
const registerOf = ({ payload }: ReceivedCall) =>
  Number(/"(?:value|meterStart|meterStop)":"?(\d+)/.exec(JSON.stringify(payload))?.[1]);

test.each(versions)('OCPP %s: what happened offline is told in order after the return', async (version) => {
  await using server = await startSmallServer({ answer: welcoming });
  await using station = await startAccepted(server, { version });
  station.loseNetwork();
  await server.until(() => station.state === 'offline');
  const session = station.sessions.start({ evseId: 1, token: 'GOOD' });
  for (const wh of [100, 200, 300]) station.sessions.charge(session, wh);
  station.sessions.stop(session, 'Local');
  expect(station.hasQueuedMessages).toBe(true);
  station.regainNetwork();
  await server.until(() => told(server).length === 5);
  expect(told(server).map(registerOf)).toEqual([0, 100, 300, 600, 600]);
  const isMarked = told(server).map(({ payload }) => payload['offline']);
  expect(isMarked).toEqual(Array(5).fill(version === '1.6' ? undefined : true));
  if (version === '1.6')
    expect(
      told(server)
        .slice(1)
        .every(({ payload }) => payload['transactionId'] === 7),
    ).toBe(true);
  else expect(told(server).map(({ payload }) => payload['seqNo'])).toEqual([0, 1, 2, 3, 4]);
});

test.each(versions)('OCPP %s: silence is borne three times, each try later and under a new id', async (version) => {
  const events: StationEvent[] = [];
  await using server = await startSmallServer({ answer: deaf });
  await using station = await startAccepted(server, {
    version,
    callTimeoutSeconds: 1,
    onEvent: (event) => events.push(event),
  });
  station.deviceModel.byKey('TransactionMessageRetryInterval')?.write?.('3');
  const session = station.sessions.start({ evseId: 1, token: 'GOOD' });
  await server.until(() => told(server).length === 2);
  void station.say('DataTransfer', { vendorId: 'X' });
  await server.received('DataTransfer'); // what carries no energy need not wait for the next try
  expect(told(server)).toHaveLength(2);
  await server.until(() => session.discarded === 1);
  const tries = told(server);
  expect(tries).toHaveLength(3);
  expect(new Set(tries.map(({ id }) => id)).size).toBe(3);
  // A second for the time-out, then 3 and 6 of rest.
  expect(gapMs(tries[0], tries[1])).toBeGreaterThanOrEqual(3.9 * secondMs);
  expect(gapMs(tries[1], tries[2])).toBeGreaterThanOrEqual(6.9 * secondMs);
  const discarded = events.flatMap((event) => (event.kind === 'discarded' ? [event.discarded.action] : []));
  expect(discarded).toEqual([version === '1.6' ? 'StartTransaction' : 'TransactionEvent']);
});

test('the attempts are as many as the server has set, under one id where the station is odd', async () => {
  await using server = await startSmallServer({ answer: deaf });
  await using station = await startAccepted(server, { callTimeoutSeconds: 1, oddities: ['same-message-id'] });
  station.deviceModel.byKey('TransactionMessageRetryInterval')?.write?.('0');
  station.deviceModel.byKey('TransactionMessageAttempts')?.write?.('5');
  const session = station.sessions.start({ evseId: 1, token: 'GOOD' });
  await server.until(() => session.discarded === 1);
  expect(told(server)).toHaveLength(5);
  expect(new Set(told(server).map(({ id }) => id)).size).toBe(1);
});

test.each(versions)('OCPP %s: a lost connection is no attempt', async (version) => {
  let isDeaf = true;
  await using server = await startSmallServer({ answer: (call) => (isDeaf ? deaf(call) : welcoming(call)) });
  await using station = await startAccepted(server, { version });
  const session = station.sessions.start({ evseId: 1, token: 'GOOD' });
  for (let tries = 1; tries <= 4; tries += 1) {
    await server.until(() => told(server).length === tries);
    isDeaf = tries < 4;
    server.drop('CP-1');
  }
  await server.until(() => !station.sessions.isUntold(session));
  expect(session.discarded).toBe(0);
});

test('an authorisation does not wait for another connection', async () => {
  await using server = await startSmallServer({
    answer: (call) => (call.action === 'Authorize' ? undefined : welcoming(call)),
  });
  await using station = await startAccepted(server);
  const reaction = station.present({ evseId: 1, token: 'GOOD' });
  await server.received('Authorize');
  station.loseNetwork();
  expect(await reaction).toBe('refused');
  expect(await station.present({ evseId: 1, token: 'GOOD' })).toBe('refused');
});

test('the journal says what was discarded', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sigec-discarded-'));
  const file = join(folder.path, 'journal.jsonl');
  const journal = await openJournal(file);
  await using server = await startSmallServer({ answer: deaf });
  await using fleet = startFleet({
    url: server.url,
    count: 1,
    versions: ['2.1'],
    idPrefix: 'D-',
    statusEverySeconds: 0,
    secondMs: 2,
    callTimeoutSeconds: 5,
    journal,
  });
  await fleet.allAccepted();
  fleet.stations[0]?.sessions.start({ evseId: 1, token: 'GOOD' });
  await server.until(() => told(server).length === 3);
  await expect.poll(() => journal.counts.discarded).toBe(1);
  await fleet.stop();
  await journal.close();
  const [discarded] = (await readJournal(file)).filter(({ outcome }) => outcome === 'discarded');
  expect(discarded).toMatchObject({ stationId: 'D-0001', action: 'TransactionEvent' });
  expect(fleet.stats()).toMatchObject({
    truth: { sessions: 1, discarded: 1 },
    errorsByKind: { 'TransactionEvent:discarded': 1 },
  });
});
