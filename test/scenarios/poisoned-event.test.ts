import { expect, test } from 'vitest';
import type { EventPage } from '../../src/contract/event.ts';
import type { StationPage } from '../../src/contract/stations/station.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { startSigec } from '../support/sigec.ts';

const stations = 200;
const at = '2026-03-01T08:00:00.000Z';

test.each([
  [
    'a NUL in a text',
    'ocpp1.6',
    { connectorId: 1, errorCode: 'OtherError', info: 'x\u0000y', status: 'Faulted', timestamp: at },
    { kind: 'text-replaced', flags: ['text-replaced'] },
  ],
  [
    'a number out of range',
    'ocpp2.0.1',
    { evseId: 99_999_999_999, connectorId: 1, connectorStatus: 'Faulted', timestamp: at },
    { kind: 'entry-set-aside', flags: ['set-aside'] },
  ],
])(
  '%s among the messages of 200 stations is kept and flagged, and the others commit',
  async (_name, protocol, poison, kept) => {
    await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
    await using sockets = new AsyncDisposableStack();
    const healthy = await Promise.all(
      Array.from({ length: stations }, async (_, i) => sockets.use(await connectRaw(sigec.addresses.ocpp, `H-${i}`))),
    );
    const poisoner = sockets.use(await connectRaw(sigec.addresses.ocpp, 'POISON', { protocols: [protocol] }));
    const boot = bootPayload[protocol === 'ocpp1.6' ? '1.6' : '2.0.1'];
    await poisoner.ask([2, 'b', 'BootNotification', boot]);
    const status = { evseId: 1, connectorId: 1, connectorStatus: 'Occupied', timestamp: at };

    const answers = await Promise.all([
      ...healthy.map((station, i) => station.ask([2, `s${i}`, 'StatusNotification', status])),
      poisoner.ask([2, 'p', 'StatusNotification', poison]),
    ]);

    expect(answers).toEqual([...healthy.map((_, i) => [3, `s${i}`, {}]), [3, 'p', {}]]);
    const page = await sigec.api.get<StationPage>('/api/stations?status=occupied&limit=1000');
    expect(page.total).toBe(stations);
    const flagged = async () => {
      const { events } = await sigec.api.get<EventPage>('/api/events?limit=1000');
      return events.filter(({ flags }) => flags.includes('set-aside') || flags.includes('text-replaced'));
    };
    await expect.poll(flagged, { timeout: 5_000 }).toMatchObject([{ stationId: 'POISON', ...kept }]);
    const heartbeats = await Promise.all(
      [...healthy, poisoner].map((station) => station.ask([2, 'h', 'Heartbeat', {}])),
    );
    expect(heartbeats.every((answer) => (answer as unknown[])[0] === 3)).toBe(true);
  },
);
