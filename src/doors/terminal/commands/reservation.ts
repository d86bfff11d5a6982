import { SigecError } from '#base/errors.ts';
import type { Reservation, ReservationStatus } from '#contract/access/reservation.ts';
import { reservationApi } from '#contract/api/reservations.ts';
import { openApi } from '../api.ts';
import { done, failed, refusedByStation } from '../exit-code.ts';
import { groupIdOf, tokenIdOf } from '../find-named.ts';
import { json } from '../json.ts';
import type { Tone } from '../paint.ts';
import { readNumber } from '../read-input.ts';
import { readTime } from '../read-time.ts';
import type { ServerOptions } from '../server-address.ts';
import { showList } from '../show-list.ts';
import type { Cell, Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type ShowOptions = ServerOptions & { json?: boolean };

export type ReservationListOptions = ShowOptions & {
  status?: ReservationStatus;
  station?: string;
  site?: string;
  token?: string;
  limit?: string;
};

export async function reservationList(terminal: Terminal, options: ReservationListOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { status, station: stationId, site: siteId, token } = options;
  const limit = readNumber(terminal, { name: '--limit', value: options.limit ?? '50' }, [1, 1000]);
  const tokenId = token === undefined ? undefined : await tokenIdOf(terminal, api, token);
  const list = await api.call(reservationApi.list, { query: { status, stationId, siteId, tokenId, limit } });
  const { none, more } = terminal.text.reservation;
  return showList(terminal, options, {
    value: list,
    none,
    table: () => tableOf(terminal, list.reservations),
    more: list.reservations.length < limit ? undefined : more(String(limit)),
  });
}

function tableOf({ text }: Terminal, reservations: readonly Reservation[]): Table {
  const { columns, anyEvse, statuses } = text.reservation;
  return {
    columns: [
      { title: columns.number, isRight: true },
      { title: columns.station, isFlexible: true },
      { title: columns.evse },
      { title: columns.state },
      { title: columns.from },
      { title: columns.until },
      { title: columns.token, isFlexible: true, isOptional: true },
      { title: columns.why, isFlexible: true, isOptional: true },
    ],
    rows: reservations.map((reservation): Cell[] => [
      { text: String(reservation.id), tone: 'strong' },
      reservation.stationId,
      reservation.evseId === null ? (reservation.connectorType ?? anyEvse) : String(reservation.evseId),
      { text: statuses[reservation.status], tone: tones[reservation.status] },
      localTime(reservation.startsAt),
      localTime(reservation.expiresAt),
      reservation.tokenId,
      [reservation.code ?? '', reservation.why ?? ''].filter((part) => part !== '').join(': '),
    ]),
  };
}

const tones = {
  planned: 'quiet',
  asked: 'warning',
  active: 'good',
  refused: 'bad',
  used: 'good',
  cancelled: 'quiet',
  expired: 'quiet',
  removed: 'bad',
  'no-session': 'warning',
} as const satisfies Record<ReservationStatus, Tone>;

export type ReservationAddOptions = ShowOptions & {
  station: string;
  token: string;
  evse?: string;
  connectorType?: string;
  group?: string;
  at?: string;
  minutes?: string;
};

export async function reservationAdd(terminal: Terminal, options: ReservationAddOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { station: stationId, token, evse, connectorType, group, at, minutes = '30' } = options;
  const wanted = {
    stationId,
    minutes: readNumber(terminal, { name: '--minutes', value: minutes }, [1, 1440]),
    ...(evse !== undefined && { evseId: readNumber(terminal, { name: '--evse', value: evse }, [1, 9999]) }),
    ...(connectorType !== undefined && { connectorType }),
    ...(at !== undefined && { startsAt: readTime(terminal, { name: '--at', value: at }) }),
    ...(group !== undefined && { groupId: await groupIdOf(terminal, api, group) }),
    tokenId: await tokenIdOf(terminal, api, token),
  };
  try {
    return tell(terminal, options, await api.call(reservationApi.create, { body: wanted }));
  } catch (thrown) {
    const isRefused = thrown instanceof SigecError && thrown.details['conflict'] === 'station-refused';
    if (!isRefused) throw thrown;
    terminal.err(terminal.paint('bad', visible(thrown.message)));
    return refusedByStation;
  }
}

export async function reservationCancel(
  terminal: Terminal,
  options: ShowOptions & { station: string; number: string },
): Promise<number> {
  const number = readNumber(terminal, { name: 'NUMBER', value: options.number }, [1, 2_147_483_647]);
  const reservation = await openApi(terminal, options).call(reservationApi.cancel, {
    params: { id: options.station, reservationId: number },
  });
  tell(terminal, options, reservation);
  return done;
}

/** "Reservation 4 at CP-7: the station keeps the place free, until …"; a script sees whether it is kept. */
function tell(terminal: Terminal, { json: asJson }: ShowOptions, reservation: Reservation): number {
  const { status, code, why, expiresAt } = reservation;
  const { made, told, until } = terminal.text.reservation;
  const isOpen = status === 'planned' || status === 'asked' || status === 'active';
  const parts = [
    told[status],
    ...(code === null || status === 'active' || status === 'cancelled' ? [] : [code]),
    ...(why === null ? [] : [why]),
    ...(isOpen ? [until(localTime(expiresAt))] : []),
  ];
  const sentence = visible(`${made(String(reservation.id), reservation.stationId)}: ${parts.join(', ')}`);
  terminal.out(asJson ? json(reservation) : terminal.paint(tones[status], sentence));
  if (status === 'refused') return refusedByStation;
  return status === 'asked' || status === 'removed' ? failed : done;
}
