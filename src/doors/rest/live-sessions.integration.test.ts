import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedSession } from '#contract/sessions/session.ts';
import type { Station, StationsChanged } from '#contract/stations/station.ts';
import { sessionStation } from '../../../test/support/session-station.ts';
import { adminKey, startSigec, type TestSigec } from '../../../test/support/sigec.ts';

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const connect = (id: string) => sessionStation(sigec.addresses.ocpp, id, '2.0.1');

test('the live stream tells what changed about a session, when asked to', async () => {
  await using station = await connect('LIVE');
  const stream = await fetch(`${sigec.addresses.api}/api/events?sessions=true`, {
    headers: { authorization: `Bearer ${adminKey}`, accept: 'text/event-stream' },
  });
  const changes = blocks(stream, 'sessions-changed');
  const until = async (fits: (session: ListedSession) => boolean): Promise<ListedSession> => {
    const { value } = await changes.next();
    const { sessions } = value as { sessions: ListedSession[] };
    return sessions.find((session) => session.stationId === 'LIVE' && fits(session)) ?? until(fits);
  };
  const ref = await station.start({ token: 'CARD' });
  expect(await until(() => true)).toMatchObject({ ref, state: 'running', energyWh: 0 });
  await station.meter(ref, { registerWh: 4000, powerW: 7200 });
  expect(await until(({ energyWh }) => energyWh === 3000)).toMatchObject({ powerW: 7200 });
  await station.end(ref, { registerWh: 5000, reason: 'Local' });
  expect(await until(({ state }) => state === 'ended')).toMatchObject({ energyWh: 4000, powerW: null });
  await changes.return(undefined);
});

test('the live stream tells how a station is that changed, when asked to', async () => {
  const stream = await fetch(`${sigec.addresses.api}/api/events?stations=true`, {
    headers: { authorization: `Bearer ${adminKey}`, accept: 'text/event-stream' },
  });
  const changes = blocks(stream, 'stations-changed');
  const until = async (fits: (station: Station) => boolean): Promise<Station> => {
    const { value } = await changes.next();
    const { stations } = value as StationsChanged;
    return stations.find((station) => station.id === 'SEEN' && fits(station)) ?? until(fits);
  };
  const station = await connect('SEEN');
  const shown = await until(({ bootedAt }) => bootedAt !== null);
  expect(shown.link.state).toBe('online');
  expect(shown).toEqual({ ...(await sigec.api.get<Station>('/api/stations/SEEN')), lastSeenAt: shown.lastSeenAt });
  await station[Symbol.asyncDispose]();
  expect((await until(({ link }) => link.state === 'offline')).id).toBe('SEEN');
  await changes.return(undefined);
});

/** The data of one kind of block of a text/event-stream. */
async function* blocks(response: Response, kind: string): AsyncGenerator<unknown, void, undefined> {
  let rest = '';
  for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const lines = part.split('\n');
      if (lines.includes(`event: ${kind}`))
        yield JSON.parse(lines.find((line) => line.startsWith('data: '))?.slice(6) ?? '');
    }
  }
}
