import { expect, test } from 'vitest';
import type { EventPage } from '../../src/contract/event.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { bootPayload, connectRaw, type RawStation } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { stationMessages } from '../support/station-messages.ts';

const versions: readonly OcppVersion[] = ['1.6', '2.0.1', '2.1'];
const unstorable = 'a\0b\x1e\x1d\ud800';

type Poison = { text: string; put(payload: unknown): unknown };
const poisons: Record<string, Poison> = {
  'a NUL, separators and half a character in every text': { text: unstorable, put: (payload) => payload },
  'numbers that no column holds': {
    text: 'abc',
    put: (payload) =>
      changed(payload, (value, field) =>
        typeof value === 'number' && /(?:^id|Id|No|Start|Stop|pending|interval)$/.test(field) ? 99_999_999_999 : value,
      ),
  },
  'the first of all years': {
    text: 'abc',
    put: (payload) => changed(payload, (value) => (isTime(value) ? '0000-01-01T00:00:00Z' : value)),
  },
};
const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-.*Z$/.test(value);

function changed(value: unknown, change: (value: unknown, field: string) => unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change, field));
  if (typeof value !== 'object' || value === null) return change(value, field);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, changed(item, change, name)]));
}

test.each(Object.entries(poisons))(
  'every message of every version is answered with %s, and the station stays',
  { timeout: 90_000 },
  async (_name, { text, put }) => {
    await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
    const counts = await Promise.all(
      versions.map(async (version) => {
        await using station = await connectRaw(sigec.addresses.ocpp, `P-${version}`, {
          protocols: [`ocpp${version}`],
        });
        await station.ask([2, 'b', 'BootNotification', bootPayload[version]]);
        const messages = stationMessages(version, () => (_field, most) => text.slice(0, most));
        for (const [index, { action, payload }] of messages.entries()) {
          const id = `p${index}`;
          const answer = await exchange(station, [2, id, action, put(payload)]);
          expect({ action, answer }).toEqual({ action, answer: [3, id, expect.anything()] });
        }
        expect(await exchange(station, [2, 'h', 'Heartbeat', {}])).toEqual([3, 'h', expect.anything()]);
        return messages.filter(({ payload }) => JSON.stringify(payload).includes('\\u0000')).length;
      }),
    );
    if (text === unstorable) await everythingIsKept(sigec, counts);
  },
);

/** The answer, or the code with which we hung up; what we ask meanwhile is refused. */
async function exchange(station: RawStation, call: readonly unknown[]): Promise<unknown> {
  station.send(JSON.stringify(call));
  for (;;) {
    const frame = await Promise.race([station.next(), station.closed]);
    if (!Array.isArray(frame) || frame[0] !== 2) return frame;
    station.send(JSON.stringify([4, frame[1], 'NotSupported', '', {}]));
  }
}

/** What came is kept as it came, and what it says is in the books. */
async function everythingIsKept({ api }: TestSigec, counts: readonly number[]): Promise<void> {
  const kept = async () => {
    const { events } = await api.get<EventPage>('/api/events?limit=1000');
    const replaced = events.filter(({ kind, flags }) => kind === 'text-replaced' && flags.includes('text-replaced'));
    // A token is kept as its hash, whatever it was.
    expect(replaced.filter(({ body }) => !/a\\u0000b|tok_/.test(String(body['frame'])))).toEqual([]);
    expect(events.filter(({ kind }) => kind === 'entry-set-aside')).toEqual([]);
    return versions.map((version) => replaced.filter(({ stationId }) => stationId === `P-${version}`).length);
  };
  await expect.poll(kept, { timeout: 10_000 }).toEqual(counts);
  const { sessions } = await api.get<SessionPage>('/api/sessions?limit=100');
  const named = sessions.filter(({ ref }) => ref === 'a\uFFFDb\uFFFD\uFFFD\uFFFD');
  expect(named.map(({ stationId, state }) => `${stationId} ${state}`).toSorted()).toEqual([
    'P-2.0.1 ended',
    'P-2.1 ended',
  ]);
}
