import type { Intent } from '../intent.ts';
import { stationNamed, tokenIdNamed } from './named.ts';
import { askOne, type Plan, type Setting } from './plan.ts';
import { rowsIn, textIn } from './read-answer.ts';
import { table, timeText } from './show.ts';
import { momentsOf, wordOf } from './station-plans.ts';

type Of<Name extends Intent['intent']> = Extract<Intent, { intent: Name }>;

export function* refusals(setting: Setting, { token, station, period }: Of<'refusals'>): Plan {
  const { texts } = setting;
  const { data } = yield* askOne(setting, 'list_refusals', {
    ...(station !== undefined && { charge_point_id: yield* stationNamed(setting, station) }),
    ...(token !== undefined && { token_id: yield* tokenIdNamed(setting, token) }),
    ...(period !== undefined && momentsOf(setting, period)),
    limit: 20,
  });
  const rows = rowsIn(data, 'refusals').map((row) => [
    timeText(setting, textIn(row, 'at')),
    textIn(row, 'charge_point_id'),
    textIn(row, 'token_id'),
    textIn(row, 'reason'),
  ]);
  const { heads } = texts;
  return rows.length === 0 ? texts.none : table([heads.time, heads.station, heads.token, heads.reason], rows);
}

export function* listDrivers(setting: Setting, { search }: Of<'list-drivers'>): Plan {
  const { texts } = setting;
  const { data } = yield* askOne(setting, 'list_drivers', { ...(search !== undefined && { search }), limit: 20 });
  const drivers = rowsIn(data, 'drivers');
  if (drivers.length === 0) return texts.none;
  const { heads } = texts;
  const rows = drivers.map((row) => [
    textIn(row, 'name'),
    wordOf(setting, textIn(row, 'is_blocked')),
    textIn(row, 'token_count'),
    textIn(row, 'driver_id'),
  ]);
  const shown = table([heads.driver, heads.blocked, heads.tokens, 'id'], rows);
  return [
    texts.counted(rows.length, rows.length, 'drivers'),
    shown,
    ...(textIn(data, 'next') === '' ? [] : [texts.more]),
  ].join('\n\n');
}

export function* listReservations(setting: Setting, { station }: Of<'list-reservations'>): Plan {
  const { texts } = setting;
  const id = station === undefined ? undefined : yield* stationNamed(setting, station);
  const { data } = yield* askOne(setting, 'list_reservations', {
    ...(id !== undefined && { charge_point_id: id }),
    limit: 20,
  });
  const rows = rowsIn(data, 'reservations').map((row) => [
    textIn(row, 'charge_point_id'),
    textIn(row, 'evse_id'),
    textIn(row, 'token_id'),
    textIn(row, 'status'),
    timeText(setting, textIn(row, 'starts_at')),
    timeText(setting, textIn(row, 'expires_at')),
  ]);
  const { heads } = texts;
  return rows.length === 0
    ? texts.none
    : table([heads.station, 'EVSE', heads.token, heads.status, heads.start, heads.until], rows);
}

export function* listTariffs(setting: Setting): Plan {
  const { texts } = setting;
  const { data } = yield* askOne(setting, 'list_tariffs', { limit: 30 });
  const rows = rowsIn(data, 'tariffs').map((row) => [
    textIn(row, 'tariff_id'),
    textIn(row, 'price'),
    timeText(setting, textIn(row, 'valid_from')),
  ]);
  const { heads } = texts;
  return rows.length === 0 ? texts.none : table([heads.tariff, heads.price, heads.since], rows);
}
