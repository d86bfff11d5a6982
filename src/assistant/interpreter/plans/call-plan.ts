import type { CallIntent } from '../intent.ts';
import { outcomeText } from './access-plans.ts';
import { attentionText } from './attention-plan.ts';
import { alertMeant, deviceTable, deviceWish } from './device-plans.ts';
import { cardMeant, cardsOf, siteNamed, stationNamed, tokenIdNamed, whoOrWhere } from './named.ts';
import { type Asking, askOne, type Plan, Reply, type Setting } from './plan.ts';
import { numberAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { draftShown } from './report-plans.ts';
import { booksNamed, vehicleNamed } from './shop-plans.ts';
import { plain, timeText } from './show.ts';
import { showData } from './show-data.ts';
import { momentsOf, sessionDetails, sitesOf, stationsAt } from './station-plans.ts';

type IsConfirmed = (readBack: string) => boolean;
/** The arguments of the call, and what stands for {station} and the like in what is read back. */
export type Prepared = { given: Row; names: Record<string, string> };

/** A tool with its arguments. What is named is looked up first; what changes anything is read back, and called after a yes to these very words. */
export function* callPlan(setting: Setting, intent: CallIntent, isConfirmed: IsConfirmed): Plan {
  const { tool, change } = intent;
  const special = specials[tool];
  const { given, names } = yield* (special ?? prepared)(setting, intent);
  if (change !== undefined) {
    const readBack = setting.texts.readBack(filled(setting.language === 'en' ? change.en : change.pt, names));
    if (!isConfirmed(readBack)) return readBack;
    return outcomeText(setting, yield* askOne(setting, tool, given));
  }
  const { data, text } = yield* askOne(setting, tool, given);
  const after = afterwards[tool];
  if (after !== undefined) return yield* after(setting, intent, data);
  const shown = showData(setting, data);
  return shown === setting.texts.none && setting.language === 'en' && text !== '' ? text : shown;
}

function filled(template: string, names: Record<string, string>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');
}

/** Names as the tools want them. */
function* prepared(setting: Setting, intent: CallIntent): Asking<Prepared> {
  const { station, site, card, name, period } = intent;
  const given: Row = { ...intent.given };
  const names: Record<string, string> = {};
  if (station !== undefined) {
    const isNew = intent.tool === 'accept_charge_point';
    given['charge_point_id'] = isNew ? station : yield* stationNamed(setting, station);
    names['station'] = plain(String(given['charge_point_id']));
  }
  if (site !== undefined) {
    given['site_id'] = yield* siteNamed(setting, site);
    names['site'] = plain(site);
  }
  if (card !== undefined) given['token_id'] = yield* tokenIdNamed(setting, card);
  if (name !== undefined) Object.assign(given, yield* argumentOf(setting, intent.tool, name));
  if (period !== undefined && intent.tool !== 'list_charge_point_commands')
    Object.assign(given, momentsFor(intent.tool, momentsOf(setting, period)));
  return { given, names };
}

/** Some tools call their times otherwise. */
function momentsFor(tool: string, { from, to }: { from: string; to: string }): Row {
  return tool === 'get_charge_point_messages' ? { since: from, until: to } : { from, to };
}

function* argumentOf(setting: Setting, tool: string, name: string): Asking<Row> {
  const known = yield* whoOrWhere(setting, name);
  if ('site' in known) return { site_id: known.site };
  if ('station' in known) return { charge_point_id: known.station };
  if (tool !== 'try_authorization' && tool !== 'list_sessions') return { driver_id: known.driver };
  return { token_id: yield* cardMeant(setting, { name }) };
}

/** Where more than a name has to be looked up before the call. */
const specials: Record<string, (setting: Setting, intent: CallIntent) => Asking<Prepared>> = {
  call_device_tool: deviceWish,
  show_alert_on_device: alertMeant,
  ...Object.fromEntries(
    ['calculate_cart', 'create_checkout', 'get_book_details', 'get_recommendations'].map((tool) => [tool, bookWish]),
  ),
  *command_many_charge_points(setting, { stations = [], site, given }) {
    const ids: string[] = [];
    for (const station of stations) ids.push(yield* stationNamed(setting, station));
    if (site !== undefined) ids.push(...(yield* stationsAt(setting, site)));
    if (ids.length === 0) throw new Reply(setting.texts.none);
    return { given: { ...given, charge_point_ids: ids }, names: { stations: ids.map(plain).join(', ') } };
  },
  *detalhes_veiculo(setting, { given = {} }) {
    const { model, ...rest } = given;
    return {
      given: { ...rest, ...(typeof model === 'string' && { veiculo_id: yield* vehicleNamed(setting, model) }) },
      names: {},
    };
  },
  *simular_financiamento(setting, { given = {} }) {
    const { model, ...rest } = given;
    return {
      given: { ...rest, ...(typeof model === 'string' && { veiculo_id: yield* vehicleNamed(setting, model) }) },
      names: {},
    };
  },
  *estacoes_para_veiculo(setting, { given = {} }) {
    const { model, ...rest } = given;
    return {
      given: { ...rest, ...(typeof model === 'string' && { veiculo_id: yield* vehicleNamed(setting, model) }) },
      names: {},
    };
  },
  *comparar_veiculos(setting, { given = {} }) {
    const { models, ...rest } = given;
    if (!Array.isArray(models)) return { given: rest, names: {} };
    const ids: string[] = [];
    for (const model of models) ids.push(yield* vehicleNamed(setting, String(model)));
    return { given: { veiculo_ids: ids }, names: {} };
  },
  *cancel_reservation(setting, { station, card, name, given = {} }) {
    const id = station === undefined ? undefined : yield* stationNamed(setting, station);
    const { data } = yield* askOne(setting, 'list_reservations', {
      ...(id !== undefined && { charge_point_id: id }),
      limit: 50,
    });
    const tokens = yield* tokensMeant(setting, card, name);
    const wanted = given['reservation_id'];
    const open = rowsIn(data, 'reservations').filter(
      (row) =>
        ['active', 'planned'].includes(textIn(row, 'status')) &&
        (wanted === undefined || numberAt(row, 'reservation_id') === wanted) &&
        tokens?.has(textIn(row, 'token_id')) !== false,
    );
    const [only] = open;
    if (only === undefined) throw new Reply(setting.texts.noReservation);
    if (open.length > 1)
      throw new Reply(`${setting.texts.whichReservation}\n\n${showData(setting, { reservations: open })}`);
    const at = textIn(only, 'charge_point_id');
    const reservation = numberAt(only, 'reservation_id');
    return {
      given: { charge_point_id: at, reservation_id: reservation },
      names: { station: plain(at), reservation: String(reservation) },
    };
  },
  *correct_bill(setting, { station, given = {} }) {
    const said = given['transaction_id'];
    if (typeof said === 'string' || station === undefined) return { given, names: { session: plain(String(said)) } };
    const at = yield* stationNamed(setting, station);
    const { data } = yield* askOne(setting, 'list_sessions', { charge_point_id: at, state: 'ended', limit: 1 });
    const [last] = rowsIn(data, 'sessions');
    if (last === undefined) throw new Reply(setting.texts.noSession(plain(at)));
    const [session, ended] = [textIn(last, 'session_id'), timeText(setting, textIn(last, 'ended_at'))];
    return { given: { ...given, transaction_id: session }, names: { session: `${session} (${plain(at)}, ${ended})` } };
  },
  *price_example(setting, { given = {}, station, site }) {
    if (given['tariff_id'] !== undefined) return { given, names: {} };
    const { data } = yield* askOne(setting, 'list_tariffs', { limit: 30 });
    const tariffs = yield* tariffsAt(
      setting,
      rowsIn(data, 'tariffs'),
      station === undefined ? undefined : yield* stationNamed(setting, station),
      site === undefined ? undefined : yield* siteNamed(setting, site),
    );
    const [only] = tariffs;
    if (only === undefined) throw new Reply(setting.texts.none);
    if (tariffs.length > 1) throw new Reply(`${setting.texts.whichTariff}\n\n${showData(setting, { tariffs })}`);
    return { given: { ...given, tariff_id: textIn(only, 'tariff_id') }, names: {} };
  },
  *list_devices(setting, intent) {
    const { device: _device, ...given } = intent.given ?? {};
    return yield* prepared(setting, { ...intent, given });
  },
  // These are narrowed to a place once they are here.
  list_tariffs: asGiven,
  what_needs_attention: asGiven,
  *find_token(setting, intent) {
    const { card: ending, ...rest } = intent;
    const found = yield* prepared(setting, rest);
    if (ending === undefined) return found;
    return { given: { token_id: yield* tokenIdNamed(setting, ending) }, names: found.names };
  },
  *accept_charge_point(setting, intent) {
    if (intent.station !== undefined) return yield* prepared(setting, intent);
    const { data } = yield* askOne(setting, 'list_charge_points', { state: 'pending', limit: 25 });
    const waiting = rowsIn(data, 'charge_points').map((row) => textIn(row, 'charge_point_id'));
    const [only] = waiting;
    if (only === undefined) throw new Reply(setting.texts.none);
    if (waiting.length > 1) throw new Reply(setting.texts.whichStation(waiting.slice(0, 8).map(plain).join(', ')));
    return { given: { charge_point_id: only }, names: { station: plain(only) } };
  },
};

function* asGiven(_setting: Setting, { given = {} }: CallIntent): Asking<Prepared> {
  yield [];
  return { given, names: {} };
}

/** The card that is named, or all of the person who is. */
function* tokensMeant(setting: Setting, card?: string, name?: string): Asking<ReadonlySet<string> | undefined> {
  if (card !== undefined) return new Set([yield* tokenIdNamed(setting, card)]);
  if (name === undefined) return undefined;
  const known = yield* whoOrWhere(setting, name);
  if (!('driver' in known)) throw new Reply(setting.texts.askBack.token);
  return new Set(yield* cardsOf(setting, known.driver));
}

/** Books by title become books by number. */
function* bookWish(setting: Setting, { tool, given = {} }: CallIntent): Asking<Prepared> {
  const { books: wanted, ...rest } = given;
  const books = yield* booksNamed(setting, rowsIn({ wanted }, 'wanted'));
  const names = { books: books.map(({ quantity, title }) => `${quantity} × ${plain(title)}`).join(', ') };
  const items = books.map(({ book_id, quantity }) => ({ book_id, quantity }));
  if (tool === 'get_book_details') return { given: { ...rest, book_id: items[0]?.book_id }, names };
  if (tool === 'get_recommendations')
    return { given: { ...rest, book_ids: items.map(({ book_id }) => book_id) }, names };
  return { given: { ...rest, items }, names };
}

/** What people look at first in a car, so that a table of several stays narrow. */
const compared = 'marca modelo ano_modelo preco quilometragem tipo_combustivel autonomia_km potencia_dc_kw'.split(' ');

/** What is made of an answer before it is shown. */
const afterwards: Record<string, (setting: Setting, intent: CallIntent, data: Row) => Plan> = {
  *list_sessions(setting, _intent, data) {
    const [last] = rowsIn(data, 'sessions');
    if (last === undefined) return setting.texts.none;
    return yield* sessionDetails(setting, { intent: 'session-details', session: textIn(last, 'session_id') });
  },
  *comparar_veiculos(setting, _intent, data) {
    yield [];
    const cars = rowsIn(data, 'veiculos');
    const nameOf = (car: Row) => ['marca', 'modelo', 'ano_modelo'].map((field) => textIn(car, field)).join(' ');
    const named = new Map(cars.map((car) => [textIn(car, 'id'), nameOf(car)]));
    const best: Row = {};
    for (const field of ['mais_barato', 'mais_novo', 'menor_km']) best[field] = named.get(textIn(data, field)) ?? '';
    const rows = cars.map((car): Row => Object.fromEntries(compared.map((field) => [field, car[field]])));
    return showData(setting, { ...best, veiculos: rows });
  },
  *list_devices(setting, { given = {} }, data) {
    yield [];
    const device = given['device'];
    const devices = rowsIn(data, 'devices');
    return deviceTable(
      setting,
      devices.filter((row) => device === undefined || textIn(row, 'device_id') === device),
    );
  },
  *draft_rule(setting, _intent, data) {
    yield [];
    return draftShown(setting, data);
  },
  *what_needs_attention(setting, { site }, data) {
    yield [];
    if (site === undefined) return attentionText(setting, data);
    const [id, here] = [yield* siteNamed(setting, site), yield* stationsAt(setting, site)];
    const items = rowsIn(data, 'items').filter(
      (row) => textIn(row, 'site_id') === id || here.has(textIn(row, 'charge_point_id')),
    );
    return attentionText(setting, { items });
  },
  *list_tariffs(setting, { station, site }, data) {
    const at = station === undefined ? undefined : yield* stationNamed(setting, station);
    const here = site === undefined ? undefined : yield* siteNamed(setting, site);
    const tariffs = yield* tariffsAt(setting, rowsIn(data, 'tariffs'), at, here);
    return showData(setting, { tariffs });
  },
  *list_charge_point_commands(setting, { period }, data) {
    yield [];
    if (period === undefined) return showData(setting, data);
    const { from, to } = momentsOf(setting, period);
    const commands = rowsIn(data, 'commands').filter((row) => {
      const at = textIn(row, 'asked_at');
      return at >= from && at < to;
    });
    return commands.length === 0 ? setting.texts.none : showData(setting, { ...data, commands });
  },
};

/** The tariffs that hold at a place: those assigned to it, else to its site, else everywhere. */
function* tariffsAt(setting: Setting, tariffs: readonly Row[], station?: string, site?: string): Asking<Row[]> {
  if ((station === undefined && site === undefined) || tariffs.length === 0) return [...tariffs];
  const detailed: Row[] = [];
  for (const row of tariffs.slice(0, 20)) {
    const { data } = yield* askOne(setting, 'list_tariffs', { tariff_id: textIn(row, 'tariff_id') });
    detailed.push(...rowsIn(data, 'tariffs'));
  }
  const homes = station === undefined ? [site] : (yield* sitesOf(setting, station)).map(({ id }) => id);
  const fits: readonly ((row: Row) => boolean)[] = [
    (row) => station !== undefined && textIn(row, 'charge_point_id') === station,
    (row) => textIn(row, 'charge_point_id') === '' && homes.includes(textIn(row, 'site_id')),
    (row) => textIn(row, 'charge_point_id') === '' && textIn(row, 'site_id') === '',
  ];
  for (const isHere of fits) {
    const found = detailed.filter((row) => rowsIn(row, 'assignments').some(isHere));
    if (found.length > 0) return found.map(({ versions: _versions, ...row }) => row);
  }
  return [];
}
