import type { StationControls } from './dialect.ts';

export type SimulatedReservation = {
  id: number;
  evseId: number | null;
  token: string;
  group: string | null;
  expiresAt: Date;
};

export type ReserveStatus = 'Accepted' | 'Faulted' | 'Occupied' | 'Rejected' | 'Unavailable';

export class SimulatedReservations {
  readonly open = new Map<number, SimulatedReservation>();
  private readonly timers = new Map<number, NodeJS.Timeout>();
  private readonly station: StationControls;

  constructor(station: StationControls) {
    this.station = station;
  }

  /** The same id again replaces the reservation (H01.FR.02). */
  reserve(reservation: SimulatedReservation): ReserveStatus {
    const { id, evseId, expiresAt } = reservation;
    const refusal = evseId === null ? this.refusalOfAny(id) : this.refusalOf(evseId, id);
    if (refusal !== undefined) return refusal;
    this.release(id);
    this.open.set(id, reservation);
    this.show(evseId, 'reserved');
    const timer = setTimeout(() => this.end(id, 'Expired'), Math.max(0, expiresAt.getTime() - Date.now()));
    this.timers.set(id, timer.unref());
    return 'Accepted';
  }

  cancel(id: number): 'Accepted' | 'Rejected' {
    return this.release(id) === undefined ? 'Rejected' : 'Accepted';
  }

  /** The reservation under which a token may use an EVSE; `false`: the EVSE is kept for somebody else. */
  claim(
    evseId: number,
    { token, group }: { token: string; group: string | null },
  ): SimulatedReservation | null | false {
    const here = [...this.open.values()].filter((one) => one.evseId === evseId || one.evseId === null);
    const own = here.find((one) => isSame(one.token, token) || (one.group !== null && one.group === group));
    if (own !== undefined) return own;
    return here.some((one) => one.evseId === evseId) ? false : null;
  }

  /** H03: the driver came. */
  use(id: number): void {
    this.release(id);
  }

  /** H04: it ended by itself. Later versions say so; in 1.6 only the connector's status changes. */
  end(id: number, status: 'Expired' | 'Removed'): void {
    if (this.release(id) === undefined || this.station.version === '1.6') return;
    void this.station.say('ReservationStatusUpdate', { reservationId: id, reservationUpdateStatus: status });
  }

  /** Without a word: whoever asked for them does not know. */
  forget(): void {
    for (const id of [...this.open.keys()]) this.release(id);
  }

  private refusalOf(evseId: number, id: number): ReserveStatus | undefined {
    const [connector] = this.station.connectors.find({ evseId });
    if (connector === undefined) return 'Rejected';
    const { status } = connector.state;
    if (status === 'faulted') return 'Faulted';
    if (status === 'unavailable') return 'Unavailable';
    const isOwn = this.open.get(id)?.evseId === evseId;
    return status === 'occupied' || (status === 'reserved' && !isOwn) ? 'Occupied' : undefined;
  }

  /** There must be more free EVSEs than reservations that may take any. */
  private refusalOfAny(id: number): ReserveStatus | undefined {
    const free = this.station.connectors.all.filter(({ evseId, state }) => evseId > 0 && state.status === 'available');
    const promised = [...this.open.values()].filter((one) => one.evseId === null && one.id !== id);
    return free.length > promised.length ? undefined : 'Occupied';
  }

  private release(id: number): SimulatedReservation | undefined {
    const reservation = this.open.get(id);
    this.open.delete(id);
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    if (reservation !== undefined) this.show(reservation.evseId, 'available');
    return reservation;
  }

  private show(evseId: number | null, status: 'reserved' | 'available'): void {
    if (evseId === null) return;
    const [from, to] =
      status === 'reserved' ? (['available', 'reserved'] as const) : (['reserved', 'available'] as const);
    for (const connector of this.station.connectors.find({ evseId })) {
      if (connector.state.status === from)
        this.station.connectors.change(connector, { status: to, activity: null, fault: null });
    }
  }
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
