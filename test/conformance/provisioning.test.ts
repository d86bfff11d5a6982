import { expect } from 'vitest';
import type { AcceptedStation, OcppVersion, Station } from '../../src/contract/stations/station.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases({ OCPP_UNKNOWN_STATIONS: 'pending' });
const all = ['1.6', '2.0.1', '2.1'] as const;

const timestamp = '2026-03-01T08:00:00Z';
const statusOf = (version: OcppVersion) =>
  version === '1.6'
    ? { connectorId: 1, errorCode: 'NoError', status: 'Available', timestamp }
    : { evseId: 1, connectorId: 1, connectorStatus: 'Available', timestamp };

const shown = ({ sigec, stationId }: UseCase) => sigec.api.get<Station>(`/api/stations/${stationId}`);
const accept = ({ sigec, stationId }: UseCase) =>
  sigec.api.post<AcceptedStation>(`/api/stations/${stationId}/accept`, {});

/** Accepts a pending station: it is asked to boot, does so, and is ours. */
async function comesIn(given: UseCase): Promise<void> {
  await accept(given);
  expect(await given.station.answer('TriggerMessage', { status: 'Accepted' })).toMatchObject({
    requestedMessage: 'BootNotification',
  });
  expect(await given.station.call('BootNotification', bootPayload[given.version])).toMatchObject({
    status: 'Accepted',
  });
}

useCase('B01', 'Cold boot of a charging station', all, async (given) => {
  const { station, version } = given;
  await comesIn(given);
  const boot = await station.call('BootNotification', bootPayload[version]);
  expect(boot).toMatchObject({ status: 'Accepted', interval: 300 });
  expect(Math.abs(Date.parse(String(boot['currentTime'])) - Date.now())).toBeLessThan(60_000);
  await station.call('StatusNotification', statusOf(version));
  expect(await shown(given)).toMatchObject({
    vendor: 'Ipê',
    link: { state: 'online', version },
    connectors: [{ evseId: 1, status: 'available' }],
  });
  return { messages: ['BootNotification', 'TriggerMessage', 'BootNotification', 'StatusNotification'] };
});

useCase('B02', 'Cold boot, pending', all, async (given) => {
  const { station, version, stationId } = given;
  expect(await station.call('BootNotification', bootPayload[version])).toMatchObject({
    status: 'Pending',
    interval: 30,
  });
  expect(await shown(given)).toMatchObject({
    vendor: 'Ipê',
    acceptedAt: null,
    link: { state: 'pending', reason: 'unknown-station' },
  });
  // B02.FR.09: whatever else it says before it is accepted is refused.
  const refused = (await station.ask([2, 'early', 'StatusNotification', statusOf(version)])) as unknown[];
  expect(refused.slice(0, 3)).toEqual([4, 'early', 'SecurityError']);
  expect((await shown(given)).connectors).toEqual([]);
  await comesIn(given);
  await station.call('StatusNotification', statusOf(version));
  expect(await shown(given)).toMatchObject({ id: stationId, link: { state: 'online' }, connectors: [{ evseId: 1 }] });
  return { messages: ['BootNotification', 'StatusNotification', 'TriggerMessage', 'BootNotification'] };
});

useCase('B03', 'Cold boot, rejected', all, async (given) => {
  const { sigec, version, stationId } = given;
  await comesIn(given);
  const rejected = await sigec.api.post<Station>(`/api/stations/${stationId}/reject`, { why: 'stolen' });
  expect(rejected.rejection).toMatchObject({ why: 'stolen' });
  expect(await given.station.closed).toBe(1008);

  await using again = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] });
  expect(await again.ask([2, 'b', 'BootNotification', bootPayload[version]])).toMatchObject([
    3,
    'b',
    { status: 'Rejected', interval: 300 },
  ]);
  // B03.FR.07
  const refused = (await again.ask([2, 's', 'StatusNotification', statusOf(version)])) as unknown[];
  expect(refused.slice(0, 3)).toEqual([4, 's', 'SecurityError']);
  expect(await shown(given)).toMatchObject({ link: { state: 'pending', reason: 'rejected' }, connectors: [] });
  expect(await given.command('reset')).toMatchObject({ outcome: { status: 'not-sent' } });
  await expect(sigec.api.post(`/api/stations/${stationId}/reject`, {})).rejects.toThrow('409');

  await accept(given);
  const [, id, action] = (await again.next()) as [number, string, string];
  expect(action).toBe('TriggerMessage');
  again.send(JSON.stringify([3, id, { status: 'Accepted' }]));
  expect(await again.ask([2, 'c', 'BootNotification', bootPayload[version]])).toMatchObject([
    3,
    'c',
    { status: 'Accepted' },
  ]);
  expect(await shown(given)).toMatchObject({ rejection: null, link: { state: 'online' } });
  return {
    messages: ['BootNotification', 'BootNotification', 'StatusNotification', 'TriggerMessage', 'BootNotification'],
  };
});

useCase('B03', 'Cold boot, rejected before it was ever accepted', all, async (given) => {
  const { sigec, station, version, stationId } = given;
  await sigec.api.post(`/api/stations/${stationId}/reject`, {});
  expect(await station.closed).toBe(1008);
  await using again = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] });
  const answer = await again.ask([2, 'b', 'BootNotification', bootPayload[version]]);
  expect(answer).toMatchObject([3, 'b', { status: 'Rejected' }]);
  expect(await shown(given)).toMatchObject({
    acceptedAt: null,
    rejection: { why: null },
    link: { reason: 'rejected' },
  });
  await expect(sigec.api.post('/api/stations/nobody/reject', {})).rejects.toThrow('404');
  return { messages: ['BootNotification', 'BootNotification'] };
});

useCase('B04', 'Offline behaviour of an idle charging station', all, async (given) => {
  const { sigec, station, version, stationId } = given;
  await comesIn(given);
  station.socket.terminate();
  await station.closed;
  await expect
    .poll(async () => (await shown(given)).link, { timeout: 10_000 })
    .toMatchObject({
      state: 'offline',
      reason: 'closed-by-station',
    });

  // It comes back without a boot (B04.FR.01) and tells what is true now.
  await using again = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] });
  expect(await again.ask([2, 's', 'StatusNotification', statusOf(version)])).toEqual([3, 's', {}]);
  expect(await again.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
  const now = await shown(given);
  expect(now).toMatchObject({ link: { state: 'online' }, connectors: [{ evseId: 1, status: 'available' }] });
  expect(Date.parse(now.lastSeenAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  return { messages: ['BootNotification', 'StatusNotification'] };
});
