import { expect } from 'vitest';
import type { ReservationList } from '../../src/contract/access/reservation.ts';
import { beginSession } from '../support/charge.ts';
import { enterGroup, enterToken } from '../support/tokens.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;
const later = ['2.0.1', '2.1'] as const;

/** A reservation that the station accepted; gives back its number and what the station was told. */
async function reserve({ station, command }: UseCase, input: object, status = 'Accepted') {
  const running = command('reserve', input);
  const told = await station.answer('ReserveNow', { status });
  const { outcome } = await running;
  return { told, outcome, id: (outcome?.answer['reservationId'] ?? 0) as number };
}

const reservationsOf = async ({ view }: UseCase) => (await view<ReservationList>('reservations')).reservations;

useCase('H01', 'Reservation', all, async (given) => {
  const { sigec, version, stationId } = given;
  const group = await enterGroup(sigec, `H01G-${version}`);
  const { id: tokenId } = await enterToken(sigec, `H01-${version}`, { groupId: group.id });
  const { told, outcome, id } = await reserve(given, { tokenId, evseId: 1, minutes: 20 });
  expect(outcome).toMatchObject({ status: 'accepted', losses: [] });
  const [reservation] = await reservationsOf(given);
  expect(reservation).toMatchObject({ id, evseId: 1, tokenId, groupId: group.id, status: 'active', code: 'Accepted' });
  expect(told).toEqual(
    version === '1.6'
      ? {
          connectorId: 1,
          expiryDate: reservation?.expiresAt,
          idTag: 'H01-1.6',
          parentIdTag: 'H01G-1.6',
          reservationId: id,
        }
      : {
          id,
          expiryDateTime: reservation?.expiresAt,
          idToken: { idToken: `H01-${version}`, type: 'ISO14443' },
          groupIdToken: { idToken: `H01G-${version}`, type: 'Central' },
          evseId: 1,
        },
  );
  const everywhere = await sigec.api.get<ReservationList>('/api/reservations?status=active');
  expect(everywhere.reservations).toContainEqual(expect.objectContaining({ stationId, id }));

  // Any EVSE, and a station that has none to give.
  const { id: otherId } = await enterToken(sigec, `H01B-${version}`);
  const { outcome: refused } = await reserve(given, { tokenId: otherId, connectorType: 'cCCS2' }, 'Occupied');
  expect(refused).toMatchObject({ status: 'rejected', code: 'Occupied' });
  expect(refused?.losses.map(({ field }) => field)).toEqual(version === '1.6' ? ['connectorType'] : []);
  expect((await reservationsOf(given))[0]).toMatchObject({ evseId: null, status: 'refused', code: 'Occupied' });

  // The same number again replaces the reservation.
  await reserve(given, { tokenId, evseId: 2, reservationId: id });
  expect((await reservationsOf(given)).find((one) => one.id === id)).toMatchObject({ evseId: 2, status: 'active' });
  return { messages: ['ReserveNow', 'ReserveNow', 'ReserveNow'] };
});

useCase('H02', 'Cancel Reservation', all, async (given) => {
  const { sigec, version, station, command } = given;
  const { id: tokenId } = await enterToken(sigec, `H02-${version}`);
  const { id: reservationId } = await reserve(given, { tokenId, evseId: 1 });
  let running = command('cancel-reservation', { reservationId: reservationId === 1 ? 2 : 1 });
  await station.answer('CancelReservation', { status: 'Rejected' });
  expect(await running).toMatchObject({ outcome: { status: 'rejected' } });
  expect(await reservationsOf(given)).toMatchObject([{ status: 'active' }]);

  running = command('cancel-reservation', { reservationId });
  expect(await station.answer('CancelReservation', { status: 'Accepted' })).toEqual({ reservationId });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await reservationsOf(given)).toMatchObject([{ status: 'cancelled', endedAt: expect.any(String) as string }]);
  return { messages: ['ReserveNow', 'CancelReservation', 'CancelReservation'] };
});

useCase('H03', 'Use a reserved EVSE', all, async (given) => {
  const { sigec, version } = given;
  const value = `H03-${version}`;
  const { id: tokenId } = await enterToken(sigec, value);
  const { id } = await reserve(given, { tokenId, evseId: 1 });
  const session = await beginSession(given, { value, reservationId: id });
  expect(session.tokenInfo).toEqual({ status: 'Accepted' });
  expect(await reservationsOf(given)).toMatchObject([{ id, status: 'used', sessionRef: session.ref }]);
  expect(await session.read()).toMatchObject({ reservationId: id, tokenHash: tokenId, state: 'running' });
  return { messages: ['ReserveNow', version === '1.6' ? 'StartTransaction' : 'TransactionEvent'] };
});

useCase('H04', 'Reservation ended, not used', later, async (given) => {
  const { sigec, version, station } = given;
  const { id: tokenId } = await enterToken(sigec, `H04-${version}`);
  const { id: otherId } = await enterToken(sigec, `H04B-${version}`);
  const [{ id: first }, { id: second }] = [
    await reserve(given, { tokenId, evseId: 1 }),
    await reserve(given, { tokenId: otherId, evseId: 2 }),
  ];
  const words = { [first]: 'Expired', [second]: version === '2.1' ? 'NoTransaction' : 'Removed' };
  for (const [id, word] of Object.entries(words)) {
    await station.call('ReservationStatusUpdate', { reservationId: Number(id), reservationUpdateStatus: word });
  }
  const statuses = new Map((await reservationsOf(given)).map(({ id, status }) => [id, status]));
  expect(statuses.get(first)).toBe('expired');
  expect(statuses.get(second)).toBe(version === '2.1' ? 'no-session' : 'removed');
  return { messages: ['ReserveNow', 'ReserveNow', 'ReservationStatusUpdate', 'ReservationStatusUpdate'] };
});

// OCPP 1.6 has no message for it: the connector's status tells that the EVSE cannot serve the reservation any more.
useCase('H04', 'Reservation ended, not used', ['1.6'], async (given) => {
  const { sigec, station } = given;
  const { id: tokenId } = await enterToken(sigec, 'H04-1.6');
  const { id } = await reserve(given, { tokenId, evseId: 1 });
  const status = (word: string) =>
    station.call('StatusNotification', {
      connectorId: 1,
      errorCode: 'NoError',
      status: word,
      timestamp: new Date().toISOString(),
    });
  await status('Reserved');
  expect(await reservationsOf(given)).toMatchObject([{ status: 'active' }]);
  await status('Faulted');
  expect(await station.answer('CancelReservation', { status: 'Accepted' })).toEqual({ reservationId: id });
  expect(await reservationsOf(given)).toMatchObject([{ status: 'removed' }]);
  return { messages: ['ReserveNow', 'StatusNotification', 'StatusNotification', 'CancelReservation'] };
});
