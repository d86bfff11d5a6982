import { expect } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import type { Reservation, ReservationList } from '../../src/contract/access/reservation.ts';
import type { Token } from '../../src/contract/access/token.ts';
import type { LedgerEvent } from '../../src/contract/event.ts';
import type { OcppVersion, Station } from '../../src/contract/stations/station.ts';
import type { OddityName } from '../../src/simulator/session-oddities.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import type { TestSigec } from './sigec.ts';
import { enterToken } from './tokens.ts';

export type ReservingStation = AsyncDisposable & {
  id: string;
  station: SimulatedStation;
  /** A card of this station's own; `value` is what a reader reads. */
  card(name: string, more?: object): Promise<Token & { value: string }>;
  reserve(wanted: object): Promise<Reservation>;
  cancel(reservationId: number): Promise<Reservation>;
  /** The reservation once it is shown so. */
  until(reservationId: number, fits: Partial<Reservation>): Promise<Reservation>;
  connector(evseId: number, status: string): Promise<void>;
  link(state: string): Promise<void>;
  /** How often the station was asked to keep something. */
  asked(): Promise<number>;
  events(kind: string): Promise<LedgerEvent[]>;
};

let stations = 0;
const patience = { timeout: 60_000, interval: 50 };

/** A simulated station with two EVSEs that is online and has told of them. */
export async function openReservingStation(
  sigec: TestSigec,
  { version, oddities = [], clock }: { version: OcppVersion; oddities?: OddityName[]; clock?: Clock },
): Promise<ReservingStation> {
  stations += 1;
  const id = `R${stations}-${version}`;
  const station = new SimulatedStation({
    id,
    version,
    url: sigec.addresses.ocpp.replace(/\/$/, ''),
    clock,
    oddities,
    nameplate: {
      vendor: 'Tucano Eletrica',
      model: 'Praia Duo',
      serialNumber: id,
      firmwareVersion: '4.3.0',
      iccid: null,
      evseCount: 2,
    },
    statusEverySeconds: 0,
    faultChance: 0,
    backOff: { minimumSeconds: 0.05, randomSeconds: 0.05, doublings: 1 },
    rebootSeconds: 0.05,
    bootRetrySeconds: 0.1,
  });
  const path = `/api/stations/${id}`;
  const look = () => sigec.api.get<Station>(path).catch(() => undefined);
  const opened: ReservingStation = {
    id,
    station,
    async card(name, more = {}) {
      const value = `${name}-${id}`;
      return { ...(await enterToken(sigec, value, more)), value };
    },
    reserve: (wanted) => sigec.api.post<Reservation>('/api/reservations', { stationId: id, ...wanted }),
    cancel: (reservationId) => sigec.api.delete<Reservation>(`${path}/reservations/${reservationId}`),
    async until(reservationId, fits) {
      const find = async () =>
        (await sigec.api.get<ReservationList>(`${path}/reservations`)).reservations.find(
          (one) => one.id === reservationId,
        );
      await expect.poll(find, patience).toMatchObject(fits);
      return (await find()) as Reservation;
    },
    async connector(evseId, status) {
      const shown = async () => (await look())?.connectors.find((one) => one.evseId === evseId)?.status;
      await expect.poll(shown, patience).toBe(status);
    },
    async link(state) {
      await expect.poll(async () => (await look())?.link.state, patience).toBe(state);
    },
    async asked() {
      const { messages } = await sigec.api.get<{ messages: { action: string | null }[] }>(
        `${path}/messages?limit=1000`,
      );
      return messages.filter(({ action }) => action === 'ReserveNow').length;
    },
    async events(kind) {
      const { events } = await sigec.api.get<{ events: LedgerEvent[] }>(`/api/events?from=newest&limit=1000`);
      return events.filter((event) => event.stationId === id && event.kind === kind);
    },
    [Symbol.asyncDispose]: () => station.stop(),
  };
  station.start();
  for (const evseId of [1, 2]) await opened.connector(evseId, 'available');
  return opened;
}
