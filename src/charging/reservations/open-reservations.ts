import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#clock.ts';
import type { Reservation, ReservationQuery, ReservationStatus } from '#contract/reservation.ts';
import { type Entry, type Ledger, write } from '#ledger/ledger-types.ts';
import type { Authorization, WireToken } from '../authorization/open-authorization.ts';
import { Snapshot } from '../snapshot.ts';
import type { ConnectorReport } from '../stations/reports.ts';
import { endedByStatus } from './ended-by-status.ts';
import { askedReservations, readOpen, readReservations, reservationChanges } from './reservation-store.ts';

export type ReservationWish = {
  stationId: string;
  tokenId: string;
  groupId?: string | undefined;
  evseId?: number | undefined;
  connectorType?: string | undefined;
  minutes: number;
  /** Of one that this replaces. */
  reservationId?: number | undefined;
};

/** A reservation in the books, with what it takes to tell the station. */
export type AskedReservation = { id: number; expiresAt: Date; token: WireToken; group: WireToken | null };

export type ReservationChange = {
  stationId: string;
  id: number;
  status: ReservationStatus;
  code?: string | null | undefined;
  sessionRef?: string | undefined;
  at: Date;
};

export type Reservations = {
  /** Writes it down as asked for; what the station answers follows with `record`. */
  ask(wish: ReservationWish): Promise<AskedReservation>;
  record(change: ReservationChange): Promise<void>;
  /** The same, to be committed with what it came with, such as the start of the session. */
  changed(change: ReservationChange): Required<Pick<Entry, 'events' | 'writes'>>;
  /** What a connector's status says about the reservation of its EVSE; from memory where there is none. */
  notice(report: ConnectorReport): Promise<void>;
  find(query: ReservationQuery & { stationId?: string | undefined }): Promise<Reservation[]>;
};

export type ReservationNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  authorization: Pick<Authorization, 'reveal' | 'revealGroup'>;
};

export function openReservations({ pool, ledger, clock, authorization }: ReservationNeeds): Reservations {
  const open = new Snapshot({
    read: async () => Map.groupBy(await readOpen(pool), ({ stationId }) => stationId),
    clock,
  });

  function changed({ stationId, id, status, code = null, sessionRef, at }: ReservationChange) {
    return {
      events: [{ kind: 'reservation-changed', stationId, happenedAt: at, body: { reservationId: id, status, code } }],
      writes: [write(reservationChanges, { stationId, id, status, code, sessionRef: sessionRef ?? null, at })],
    };
  }

  async function record(change: ReservationChange): Promise<void> {
    await ledger.commit({ ...changed(change), whenRefused: 'set-aside' });
    open.renew();
  }

  return {
    changed,
    record,

    async ask({ stationId, tokenId, groupId, evseId = null, connectorType = null, minutes, reservationId }) {
      const token = await authorization.reveal(tokenId);
      const group = groupId === undefined ? token.group : await authorization.revealGroup(groupId);
      const createdAt = clock.now();
      const id = reservationId ?? randomInt(1, 2 ** 31 - 1);
      const expiresAt = new Date(createdAt.getTime() + minutes * 60_000);
      const row = { stationId, id, tokenId, groupId: group?.id ?? null, evseId, connectorType, expiresAt, createdAt };
      await ledger.commit({
        events: [
          {
            kind: 'reservation-asked',
            stationId,
            happenedAt: createdAt,
            body: { reservationId: id, tokenId, evseId, expiresAt: expiresAt.toISOString() },
          },
        ],
        writes: [write(askedReservations, row)],
      });
      return { id, expiresAt, token, group };
    },

    async notice(report) {
      for (const reservation of (await open.get()).get(report.stationId) ?? []) {
        const status = endedByStatus(reservation, report);
        if (status !== null) await record({ ...reservation, status, at: report.at });
      }
    },

    find: (query) => readReservations(pool, query, clock.now()),
  };
}
