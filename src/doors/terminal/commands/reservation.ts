import { SigecError } from '#base/errors.ts';
import type { Reservation, ReservationStatus } from '#contract/access/reservation.ts';
import { reservationApi } from '#contract/api/reservations.ts';
import { openApi } from '../api.ts';
import { done, failed, refusedByStation } from '../exit-code.ts';
import { groupIdOf, tokenIdOf } from '../find-named.ts';
import { json } from '../json.ts';
import type { Tone } from '../paint.ts';
import { optionReader, readNumber, type ShowOptions, type Texts } from '../read-options.ts';
import { showList, strong, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type ListOptions = ShowOptions & Texts<'station' | 'site' | 'token' | 'limit'> & { status?: ReservationStatus };

export async function reservationList(terminal: Terminal, options: ListOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { status, station: stationId, site: siteId, token } = options;
  const limit = optionReader(terminal, options).limit(50);
  const tokenId = token === undefined ? undefined : await tokenIdOf(terminal, api, token);
  const list = await api.call(reservationApi.list, { query: { status, stationId, siteId, tokenId, limit } });
  const { titles, reservation: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.reservations, [
        [titles.number, ({ id }) => strong(String(id)), 'right'],
        [titles.station, (reservation) => reservation.stationId, 'flexible'],
        [titles.evse, ({ evseId, connectorType }) => evseId ?? connectorType ?? words.anyEvse],
        [titles.standing, (reservation) => stateCell(terminal, reservation)],
        [titles.from, ({ startsAt }) => localTime(startsAt)],
        [titles.until, ({ expiresAt }) => localTime(expiresAt)],
        [titles.token, (reservation) => reservation.tokenId, 'flexible optional'],
        [
          titles.why,
          ({ code, why }) => [code ?? '', why ?? ''].filter((part) => part !== '').join(': '),
          'flexible optional',
        ],
      ]),
    more: list.reservations.length < limit ? undefined : terminal.text.list.newest(limit),
  });
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

function stateCell({ text }: Terminal, { status }: Reservation) {
  return { text: text.reservation.statuses[status], tone: tones[status] };
}

type AddOptions = ShowOptions &
  Texts<'evse' | 'connectorType' | 'group' | 'at' | 'minutes'> & { station: string; token: string };

export async function reservationAdd(terminal: Terminal, options: AddOptions): Promise<number> {
  const api = openApi(terminal, options);
  const read = optionReader(terminal, options);
  const { station: stationId, token, connectorType, group } = options;
  const body = {
    stationId,
    minutes: read.number('minutes', [1, 1440]) ?? 30,
    evseId: read.number('evse', [1, 9999]),
    connectorType,
    startsAt: read.time('at'),
    groupId: group === undefined ? undefined : await groupIdOf(terminal, api, group),
    tokenId: await tokenIdOf(terminal, api, token),
  };
  try {
    return tell(terminal, options, await api.call(reservationApi.create, { body }));
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
  const reservationId = readNumber(terminal, { name: 'NUMBER', value: options.number }, [1, 2_147_483_647]);
  const reservation = await openApi(terminal, options).call(reservationApi.cancel, {
    params: { id: options.station, reservationId },
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
