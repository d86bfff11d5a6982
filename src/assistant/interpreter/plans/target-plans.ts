import { type EachIntent, eachId, eachPlace, type Intent } from '../intent.ts';
import { nameKey } from '../spot/fold.ts';
import { siteNamed, stationNamed, whoOrWhere } from './named.ts';
import { type Asking, askOne, Reply, type Setting } from './plan.ts';
import { type Row, rowsIn, textIn } from './read-answer.ts';
import { plain } from './show.ts';
import { filterArguments, realConnectors, stationsAt } from './station-plans.ts';

/** Somebody reads all of them back. */
const maxTargets = 20;

/** The change for each of those that fit, one after the other; those that one command does together are one. */
export function* wishesForEach(setting: Setting, intent: EachIntent): Asking<Intent[]> {
  const ids = yield* targetsNow(setting, intent);
  if (ids.length === 0) throw new Reply(setting.texts.none);
  if (ids.length > maxTargets) throw new Reply(setting.texts.tooMany(ids.length, maxTargets));
  const together = intent.of === 'station' && ids.length > 1 ? commandForMany(intent.wish, ids) : undefined;
  if (together !== undefined) return [together];
  const text = JSON.stringify(intent.wish);
  return ids.map((id) => JSON.parse(text.replaceAll(eachId, id).replaceAll(String(eachPlace), id)) as Intent);
}

const changes = {
  reset: ['reset-soft', 'restart (as soon as nobody is charging)', 'reiniciar (assim que ninguém estiver carregando)'],
  enable: ['put-in-service', 'put back into service', 'colocar em serviço'],
  disable: ['take-out-of-service', 'put out of service', 'colocar fora de serviço'],
} as const;

function commandForMany(wish: Intent, ids: readonly string[]): Intent | undefined {
  const verb =
    wish.intent === 'reset' && wish.when === 'idle'
      ? 'reset'
      : wish.intent === 'set-availability' && wish.connector === undefined
        ? wish.isAvailable
          ? 'enable'
          : 'disable'
        : undefined;
  if (verb === undefined) return undefined;
  const [command, en, pt] = changes[verb];
  return {
    intent: 'call',
    tool: 'command_many_charge_points',
    stations: [...ids],
    given: { command },
    change: { en: `${en} these stations: {stations}.`, pt: `${pt} estas estações: {stations}.` },
  };
}

function* targetsNow(setting: Setting, intent: EachIntent): Asking<string[]> {
  const places = intent.except.filter(({ kind }) => kind === 'site' || kind === 'name').map(({ value }) => value);
  const unwanted = new Set(intent.except.filter(({ kind }) => kind === 'station').map(({ value }) => nameKey(value)));
  if (intent.of === 'card') return yield* cardsFor(setting, intent);
  if (intent.of === 'evse') return yield* evsesOf(setting, intent);
  for (const place of places) for (const id of yield* stationsIn(setting, place)) unwanted.add(nameKey(id));
  const isWanted = (row: Row) => !unwanted.has(nameKey(textIn(row, 'charge_point_id')));
  const here = intent.place === undefined ? undefined : yield* stationsIn(setting, intent.place);
  const isHere = (row: Row) => here?.has(textIn(row, 'charge_point_id')) !== false;
  if (intent.of === 'session') {
    const at = intent.station === undefined ? {} : { charge_point_id: yield* stationNamed(setting, intent.station) };
    const { data } = yield* askOne(setting, 'list_sessions', { state: 'running', ...at, limit: 100 });
    return rowsIn(data, 'sessions')
      .filter((row) => isWanted(row) && isHere(row))
      .map((row) => textIn(row, 'session_id'));
  }
  const given = intent.filter === undefined ? {} : filterArguments[intent.filter];
  const { data } = yield* askOne(setting, 'list_charge_points', { ...given, limit: 100 });
  return rowsIn(data, 'charge_points')
    .filter((row) => isWanted(row) && isHere(row))
    .map((row) => textIn(row, 'charge_point_id'));
}

/** A place by its name, or by part of it. */
function* stationsIn(setting: Setting, place: string): Asking<Set<string>> {
  return yield* stationsAt(setting, yield* siteNamed(setting, place));
}

function* cardsFor(setting: Setting, { name = '', except }: EachIntent): Asking<string[]> {
  const known = yield* whoOrWhere(setting, name);
  if (!('driver' in known)) throw new Reply(setting.texts.askBack.token);
  const { data } = yield* askOne(setting, 'find_token', { driver_id: known.driver, limit: 100 });
  const unwanted = except.map(({ value }) => nameKey(value));
  const isUnwanted = (row: Row) => {
    const tail = nameKey(textIn(row, 'label'));
    return unwanted.some(
      (value) => nameKey(textIn(row, 'token_id')) === value || (tail !== '' && value.endsWith(tail)),
    );
  };
  const cards = rowsIn(data, 'tokens');
  // An exception that is none of theirs is a misunderstanding.
  if (unwanted.length > 0 && !cards.some(isUnwanted))
    throw new Reply(setting.texts.noToken(plain(except[0]?.value ?? '')));
  return cards.filter((row) => !isUnwanted(row)).map((row) => textIn(row, 'token_id'));
}

function* evsesOf(setting: Setting, { station = '', except }: EachIntent): Asking<string[]> {
  const id = yield* stationNamed(setting, station);
  const { data } = yield* askOne(setting, 'get_charge_point_status', { charge_point_id: id });
  const evses = new Set(realConnectors(rowsIn(data, 'connectors')).map((row) => textIn(row, 'evse_id')));
  return [...evses].filter((evse) => !except.some(({ kind, value }) => kind === 'place' && value === evse));
}
