import type { ChangingIntent, IntentOf } from '../intent.ts';
import { outcomeText } from './access-plans.ts';
import { clearSiteLimit, setNeed, setSiteLimit } from './energy-plans.ts';
import { cardMeant, stationNamed } from './named.ts';
import { type Asking, askOne, type Plan, Reply, type Setting, type WantedCall } from './plan.ts';
import { objectAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { plain, timeText } from './show.ts';
import { realConnectors } from './station-plans.ts';

type Change = Exclude<ChangingIntent, { intent: 'draft-rule' }>;

/** What is read back, and what is called once somebody has said yes to exactly that. */
type Prepared = { what: string; call: WantedCall };
type Prepare<Wanted> = (setting: Setting, intent: Wanted) => Asking<Prepared>;

const reservedMinutes = 30;

/** `isConfirmed` tells whether these very words were read back and agreed to: where the facts have changed since, they are read back again. */
export function* change(setting: Setting, intent: Change, isConfirmed: (readBack: string) => boolean): Plan {
  const { what, call } = yield* (preparations[intent.intent] as Prepare<Change>)(setting, intent);
  const readBack = setting.texts.readBack(what);
  if (!isConfirmed(readBack)) return readBack;
  return outcomeText(setting, yield* askOne(setting, call.tool, call.given));
}

function* start(setting: Setting, { station, evse, token, name }: IntentOf<'start-session'>): Asking<Prepared> {
  const id = yield* stationNamed(setting, station);
  const card = yield* cardMeant(setting, { token, name });
  const given = { charge_point_id: id, ...(evse !== undefined && { evse_id: evse }), token_id: card };
  const what = setting.texts.changes.start(plain(id), evse, cardText(card, token, name));
  return { what, call: { tool: 'start_ocpp_transaction', given } };
}

/** What the person said stands beside the id that it was found by. */
function cardText(id: string, token: string | undefined, name: string | undefined): string {
  const said = token ?? name;
  return said === undefined || said === id ? plain(id) : `${plain(said)} (${plain(id)})`;
}

function* stop(setting: Setting, intent: IntentOf<'stop-session'>): Asking<Prepared> {
  const { texts } = setting;
  const session = yield* runningSession(setting, intent);
  const id = textIn(session, 'session_id');
  const since = timeText(setting, textIn(session, 'started_at'));
  const what = texts.changes.stop(id, plain(textIn(session, 'charge_point_id')), textIn(session, 'evse_id'), since);
  return { what, call: { tool: 'stop_ocpp_transaction', given: { transaction_id: id } } };
}

/** The one session that is meant, looked up: what is ended is named by its id, never by its place alone. */
function* runningSession(setting: Setting, intent: IntentOf<'stop-session'>): Asking<Row> {
  const { texts } = setting;
  const at = intent.station === undefined ? undefined : yield* stationNamed(setting, intent.station);
  const running =
    intent.session === undefined
      ? yield* runningAt(setting, at, intent)
      : yield* sessionsNamed(setting, intent.session, at);
  const [only] = running;
  if (only === undefined)
    throw new Reply(texts.noSession(plain(intent.session ?? at ?? intent.name ?? intent.token ?? '')));
  if (running.length === 1) return only;
  const places = running.map((row) => `${plain(textIn(row, 'charge_point_id'))} EVSE ${textIn(row, 'evse_id')}`);
  throw new Reply(`${texts.whichSession} ${places.join(', ')}`);
}

function* runningAt(
  setting: Setting,
  at: string | undefined,
  { evse, token, name }: IntentOf<'stop-session'>,
): Asking<Row[]> {
  const isOfCard = token !== undefined || name !== undefined;
  const where = {
    ...(at !== undefined && { charge_point_id: at }),
    ...(evse !== undefined && { evse_id: evse }),
    ...(isOfCard && { token_id: yield* cardMeant(setting, { token, name }) }),
  };
  const { data } = yield* askOne(setting, 'list_sessions', { state: 'running', ...where, limit: 20 });
  return rowsIn(data, 'sessions');
}

/** By our id, or by that of the station, which several may have given. */
function* sessionsNamed(setting: Setting, session: string, at: string | undefined): Asking<Row[]> {
  const where = at === undefined ? {} : { charge_point_id: at };
  const { data } = yield* askOne(setting, 'get_transaction_details', { transaction_id: session, ...where });
  const found = [...rowsIn(data, 'candidates'), objectAt(data, 'session')];
  return found.filter((row) => textIn(row, 'state') === 'running');
}

function* reset(setting: Setting, { station, when }: IntentOf<'reset'>): Asking<Prepared> {
  const id = yield* stationNamed(setting, station);
  const given = { charge_point_id: id, type: when === 'now' ? 'hard' : 'soft' };
  return { what: setting.texts.changes.reset(plain(id), when), call: { tool: 'reset_charge_point', given } };
}

function* unlock(setting: Setting, { station, connector }: IntentOf<'unlock'>): Asking<Prepared> {
  const id = yield* stationNamed(setting, station);
  const evse = connector ?? (yield* onlyEvse(setting, id));
  const given = { charge_point_id: id, evse_id: evse };
  return { what: setting.texts.changes.unlock(plain(id), evse), call: { tool: 'unlock_connector', given } };
}

function* onlyEvse(setting: Setting, id: string): Asking<number> {
  const { data } = yield* askOne(setting, 'get_charge_point_status', { charge_point_id: id });
  const evses = [...new Set(realConnectors(rowsIn(data, 'connectors')).map((row) => textIn(row, 'evse_id')))];
  if (evses.length > 1) throw new Reply(setting.texts.whichConnector(evses.join(', ')));
  return Number(evses[0] ?? 1);
}

function* setAvailability(
  setting: Setting,
  { station, connector, isAvailable }: IntentOf<'set-availability'>,
): Asking<Prepared> {
  const id = yield* stationNamed(setting, station);
  const status = isAvailable ? 'Available' : 'Unavailable';
  const given = { charge_point_id: id, status, ...(connector !== undefined && { evse_id: connector }) };
  return {
    what: setting.texts.changes.availability(plain(id), connector, isAvailable),
    call: { tool: 'set_connector_status', given },
  };
}

function* setLimit(
  setting: Setting,
  { station, connector, kw, amperes, minutes }: IntentOf<'set-limit'>,
): Asking<Prepared> {
  const { texts } = setting;
  if (kw === undefined && amperes === undefined) throw new Reply(texts.askBack.value);
  const id = yield* stationNamed(setting, station);
  const limit = kw === undefined ? { limit_a: amperes } : { limit_kw: kw };
  const amount = kw === undefined ? `${amperes} A` : `${kw} kW`;
  const given = {
    charge_point_id: id,
    ...(connector !== undefined && { evse_id: connector }),
    ...limit,
    ...(minutes !== undefined && { minutes }),
  };
  return {
    what: texts.changes.limit(plain(id), connector, amount, minutes),
    call: { tool: 'set_charging_limit', given },
  };
}

function* clearLimit(setting: Setting, { station, connector }: IntentOf<'clear-limit'>): Asking<Prepared> {
  const id = yield* stationNamed(setting, station);
  const given = { charge_point_id: id, ...(connector !== undefined && { evse_id: connector }), limit_kw: null };
  return { what: setting.texts.changes.clearLimit(plain(id), connector), call: { tool: 'set_charging_limit', given } };
}

function* reserve(
  setting: Setting,
  { station, connector, token, name, minutes = reservedMinutes, startsAt }: IntentOf<'reserve'>,
): Asking<Prepared> {
  const id = yield* stationNamed(setting, station);
  const card = yield* cardMeant(setting, { token, name });
  const given = {
    charge_point_id: id,
    ...(connector !== undefined && { evse_id: connector }),
    token_id: card,
    minutes,
    ...(startsAt !== undefined && { starts_at: startsAt }),
  };
  const when = startsAt === undefined ? undefined : timeText(setting, startsAt);
  return {
    what: setting.texts.changes.reserve(plain(id), connector, cardText(card, token, name), minutes, when),
    call: { tool: 'reserve_connector', given },
  };
}

function* blockToken(setting: Setting, { token, name, isBlocked }: IntentOf<'block-token'>): Asking<Prepared> {
  const id = yield* cardMeant(setting, { token, name });
  const given = { token_id: id, is_blocked: isBlocked };
  const what = setting.texts.changes.block(cardText(id, token, name), isBlocked);
  return { what, call: { tool: 'set_token_blocked', given } };
}

const preparations: { [Name in Change['intent']]: Prepare<IntentOf<Name>> } = {
  'start-session': start,
  'stop-session': stop,
  reset,
  unlock,
  'set-availability': setAvailability,
  'set-limit': setLimit,
  'clear-limit': clearLimit,
  reserve,
  'block-token': blockToken,
  'set-need': setNeed,
  'set-site-limit': setSiteLimit,
  'clear-site-limit': clearSiteLimit,
};
