import { expect, test } from 'vitest';
import type { Reservation, ReservationList } from '../../src/contract/access/reservation.ts';
import type { AddedToken } from '../../src/contract/access/token.ts';
import type { Station } from '../../src/contract/stations/station.ts';
import { nameplateOf } from '../../src/simulator/nameplate.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { ProductProcess } from '../support/product-process.ts';

/** How soon a planned one begins: after the kill, before the product is ready again. */
const soonMs = 4_000;

test('after kill -9 the open reservations are taken up again', async () => {
  await using sigec = await ProductProcess.start();
  await using station = new SimulatedStation({
    id: 'CP-1',
    version: '1.6',
    url: sigec.ocppUrl,
    oddities: ['forgets-reservations'],
    nameplate: { ...nameplateOf('CP-1'), evseCount: 2 },
    statusEverySeconds: 0,
    backOff: { minimumSeconds: 0.2, randomSeconds: 0.1, doublings: 1 },
    rebootSeconds: 0.1,
  });
  station.start();
  const free = async () =>
    (await sigec.get<Station>('/api/stations/CP-1')).connectors.filter(
      ({ evseId, status }) => evseId > 0 && status === 'available',
    );
  await expect.poll(async () => (await free().catch(() => [])).length, { timeout: 20_000 }).toBe(2);
  const card = async (value: string) => (await sigec.post<AddedToken>('/api/tokens', { value })).token.id;
  const reserve = async (value: string, more: object) =>
    sigec.post<Reservation>('/api/reservations', { stationId: 'CP-1', tokenId: await card(value), ...more });
  const kept = await reserve('A', { evseId: 1 });
  const later = await reserve('B', { evseId: 1, startsAt: new Date(Date.parse(kept.expiresAt) + 1000).toISOString() });
  const soon = await reserve('C', { evseId: 2, startsAt: new Date(Date.now() + soonMs).toISOString() });

  await sigec.kill('SIGKILL');
  station.reboot('PowerUp');
  await expect.poll(() => station.reservations.open.size).toBe(0);
  await sigec.start();

  const shown = async () => {
    const { reservations } = await sigec.get<ReservationList>('/api/reservations');
    return Object.fromEntries(reservations.map(({ id, status }) => [id, status]));
  };
  await expect
    .poll(shown, { timeout: 30_000 })
    .toEqual({ [kept.id]: 'active', [later.id]: 'planned', [soon.id]: 'active' });
  await expect
    .poll(() => new Set(station.reservations.open.keys()), { timeout: 30_000 })
    .toEqual(new Set([kept.id, soon.id]));
}, 120_000);
