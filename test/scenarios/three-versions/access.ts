import type { LocalList } from '../../../src/contract/access/local-list.ts';
import type { ReservationList } from '../../../src/contract/access/reservation.ts';
import type { RefusalList } from '../../../src/contract/access/token.ts';
import type { AcceptedStation, Station } from '../../../src/contract/stations/station.ts';
import { enterGroup } from '../../support/tokens.ts';
import type { Scenario, World } from './world.ts';

/** Who may charge, where and when. */
export const access: readonly Scenario[] = [
  {
    name: 'a card that nobody entered is refused, and the operator sees it',
    async run({ station, sigec, stationId, own }) {
      const reaction = await station.present({ evseId: 1, token: own('ALIEN') });
      return { reaction, ...(await refusalsAt(sigec, stationId)) };
    },
    comesOut: { reaction: 'refused', refusals: [{ status: 'unknown', reason: 'unknown-token' }] },
  },
  {
    name: 'a blocked card is refused until it is unblocked',
    async run({ station, sigec, stationId, card }) {
      const { id, value } = await card('CARD');
      await sigec.api.post(`/api/tokens/${id}/block`);
      const blocked = await station.present({ evseId: 1, token: value });
      await sigec.api.post(`/api/tokens/${id}/unblock`);
      const unblocked = await station.present({ evseId: 1, token: value });
      return { blocked, unblocked, ...(await refusalsAt(sigec, stationId)) };
    },
    comesOut: { blocked: 'refused', unblocked: 'started', refusals: [{ status: 'blocked', reason: 'blocked' }] },
  },
  {
    name: 'a card that has expired is refused',
    async run({ station, sigec, stationId, card }) {
      const { value } = await card('CARD', { expiresAt: '2026-01-01T00:00:00Z' });
      const reaction = await station.present({ evseId: 1, token: value });
      return { reaction, ...(await refusalsAt(sigec, stationId)) };
    },
    comesOut: { reaction: 'refused', refusals: [{ status: 'expired', reason: 'expired' }] },
  },
  {
    name: 'a colleague of the same group may end a session, a stranger may not',
    async run({ station, sigec, card, own, session }) {
      const { id: groupId } = await enterGroup(sigec, own('GROUP'));
      const [driver, colleague] = [await card('A', { groupId }), await card('B', { groupId })];
      const stranger = await card('C');
      const reactions: string[] = [];
      for (const { value } of [driver, stranger, colleague])
        reactions.push(await station.present({ evseId: 1, token: value }));
      const { stopReason } = await session({ state: 'ended' });
      return { reactions, stopReason };
    },
    comesOut: { reactions: ['started', 'refused', 'stopped'], stopReason: 'Local' },
  },
  {
    name: 'a master pass ends the session of anybody',
    async run({ station, sigec, card, own, command, charging, session }) {
      const group = own('GROUP');
      const { id: groupId } = await enterGroup(sigec, group);
      const { value } = await card('MASTER', { groupId });
      const name = 'AuthCtrlr.MasterPassGroupId';
      const { status } = await command('set-variables', { variables: [{ name, value: group }] });
      await charging();
      const reaction = await station.present({ evseId: 1, token: value });
      const { stopReason } = await session({ state: 'ended' });
      return { status, reaction, stopReason };
    },
    comesOut: { status: 'accepted', reaction: 'stopped', stopReason: 'MasterPass' },
  },
  {
    name: 'a card on the local list charges while the station is offline',
    async run({ station, command, card, session, ...world }) {
      const { id, value } = await card('CARD');
      await command('send-local-list', { mode: 'full', tokenIds: [id] });
      await goOffline({ station, ...world });
      const reactions = [
        await station.present({ evseId: 1, token: value }),
        await station.present({ evseId: 2, token: 'NOBODY' }),
      ];
      station.regainNetwork();
      const { tokenHash, state } = await session({ state: 'running' });
      return { reactions, state, isOfTheCard: tokenHash === id };
    },
    comesOut: { reactions: ['started', 'refused'], state: 'running', isOfTheCard: true },
  },
  {
    name: 'a card that was blocked meanwhile is stopped once the station is back online',
    async run({ station, sigec, command, card, session, ...world }) {
      const { id, value } = await card('CARD');
      await command('send-local-list', { mode: 'full', tokenIds: [id] });
      await goOffline({ station, ...world });
      await sigec.api.post(`/api/tokens/${id}/block`);
      const reaction = await station.present({ evseId: 1, token: value });
      station.regainNetwork();
      const { stopReason } = await session({ state: 'ended' });
      return { reaction, stopReason };
    },
    comesOut: { reaction: 'started', stopReason: 'DeAuthorized' },
  },
  {
    name: 'a station forgets the cards it has seen',
    async run({ station, command, card, ...world }) {
      const { value } = await card('CARD');
      const online = (await station.tokens.authorize(value)).status;
      const { status } = await command('clear-cache');
      await goOffline({ station, ...world });
      const offline = (await station.tokens.authorize(value)).status;
      return { online, status, offline };
    },
    comesOut: { online: 'Accepted', status: 'accepted', offline: 'Unknown' },
  },
  {
    name: 'a local list is brought up to date by what has changed',
    async run({ station, sigec, command, card, look }) {
      const [kept, gone, added, same] = [await card('A'), await card('B'), await card('C'), await card('D')];
      await command('send-local-list', { mode: 'full', tokenIds: [kept.id, gone.id, same.id] });
      await sigec.api.post(`/api/tokens/${kept.id}/block`);
      const behind = await look<LocalList>('/local-list');
      const { status, answer } = await command('send-local-list', { tokenIds: [kept.id, added.id, same.id] });
      const { isInSync } = await look<LocalList>('/local-list');
      const held = [kept, gone, added].map(({ value }) => station.tokens.list.get(value.toLowerCase())?.status ?? null);
      return { why: behind.why, status, entries: answer['entries'], isInSync, held };
    },
    comesOut: {
      why: 'tokens-changed',
      status: 'accepted',
      entries: 3,
      isInSync: true,
      held: ['Blocked', null, 'Accepted'],
    },
  },
  {
    name: 'a station whose local list is switched off refuses one',
    async run({ command, card, look }) {
      const { id } = await card('CARD');
      await command('set-variables', { variables: [{ name: 'LocalAuthListCtrlr.Enabled', value: 'false' }] });
      const { status } = await command('send-local-list', { mode: 'full', tokenIds: [id] });
      const { isInSync, why } = await look<LocalList>('/local-list');
      return { status, isInSync, why };
    },
    comesOut: { status: 'rejected', isInSync: false, why: 'refused' },
  },
  {
    name: 'a reserved EVSE is kept from others, and given back',
    async run({ station, command, card, connector, look }) {
      const [driver, other] = [await card('A'), await card('B')];
      const { answer } = await command('reserve', { tokenId: driver.id, evseId: 1 });
      await connector(1, 'reserved');
      const before = await station.present({ evseId: 1, token: other.value });
      const { status } = await command('cancel-reservation', { reservationId: answer['reservationId'] });
      await connector(1, 'available');
      const after = await station.present({ evseId: 1, token: other.value });
      const { reservations } = await look<ReservationList>('/reservations');
      return { before, status, after, became: reservations.map((reservation) => reservation.status) };
    },
    comesOut: { before: 'reserved-for-others', status: 'accepted', after: 'started', became: ['cancelled'] },
  },
  {
    name: 'an EVSE in use cannot be reserved',
    async run({ command, card, charging, look }) {
      await charging('A');
      const { id: tokenId } = await card('B');
      const { status, reason } = await command('reserve', { tokenId, evseId: 1 });
      const { reservations } = await look<ReservationList>('/reservations');
      return { status, isExplained: reason?.includes('in use by session'), made: reservations.length };
    },
    comesOut: { status: 'not-sent', isExplained: true, made: 0 },
  },
  {
    name: 'whichever EVSE is free is kept for a driver',
    async run({ station, command, card, session }) {
      const { id: tokenId, value } = await card('CARD');
      const { status, answer } = await command('reserve', { tokenId, minutes: 5 });
      await station.present({ evseId: 2, token: value });
      const { reservationId, evseId } = await session({ state: 'running' });
      return { status, evseId, isForIt: reservationId === answer['reservationId'] };
    },
    comesOut: { status: 'accepted', evseId: 2, isForIt: true },
  },
  {
    name: 'a connector of one type is kept for a driver',
    async run({ command, card }) {
      const { id: tokenId } = await card('CARD');
      return (await command('reserve', { tokenId, connectorType: 'cCCS2' })).status;
    },
    comesOut: 'accepted',
  },
  {
    name: 'a session cannot be started remotely where an EVSE is in use or out of service',
    async run({ command, card, charging, look }) {
      await charging('A');
      const { id: tokenId } = await card('B');
      await command('set-availability', { isOperative: false, evseId: 2 });
      const inUse = await command('start-session', { tokenId, evseId: 1 });
      const outOfService = await command('start-session', { tokenId, evseId: 2 });
      const { sessions } = await look<{ sessions: unknown[] }>('/sessions');
      return { inUse: inUse.status, outOfService: outOfService.status, sessions: sessions.length };
    },
    comesOut: { inUse: 'rejected', outOfService: 'rejected', sessions: 1 },
  },
  {
    name: 'a station is rejected, and accepted again by a person',
    async run({ station, sigec, stationId, until, command }) {
      const { rejection } = await sigec.api.post<Station>(`/api/stations/${stationId}/reject`, { why: 'Sold' });
      await until<Station>('', ({ link }) => link.state === 'pending');
      const rejected = await command('unlock', { evseId: 1 });
      const { password } = await sigec.api.post<AcceptedStation>(`/api/stations/${stationId}/accept`, {
        withPassword: false,
      });
      await until<Station>('', ({ link }) => link.state === 'online' && station.isOnline);
      const accepted = await command('unlock', { evseId: 1 });
      return { why: rejection?.why, rejected: rejected.status, password, accepted: accepted.status };
    },
    comesOut: { why: 'Sold', rejected: 'not-sent', password: null, accepted: 'accepted' },
  },
];

async function goOffline({ station, until }: Pick<World, 'station' | 'until'>): Promise<void> {
  station.loseNetwork();
  await until<Station>('', ({ link }) => link.state === 'offline' && !station.isOnline);
}

async function refusalsAt(sigec: World['sigec'], stationId: string) {
  const { refusals } = await sigec.api.get<RefusalList>(`/api/refusals?stationId=${stationId}`);
  return { refusals: refusals.map(({ status, reason }) => ({ status, reason })) };
}
