import { nameKey } from '../spot/fold.ts';
import { type Answer, type Asking, askAll, askOne, Reply, type Setting } from './plan.ts';
import { rowsIn, textIn } from './read-answer.ts';
import { plain, table } from './show.ts';

/** The id of the station that somebody calls so: "cp 7" is CP-7, and 7 is the one station that ends with it. Where several fit they are asked. */
export function* stationNamed(setting: Setting, name: string): Asking<string> {
  const found = yield* idsWith(setting, name);
  const same = found.filter((id) => nameKey(id) === nameKey(name));
  if (same.length === 1 && same[0] !== undefined) return same[0];
  const digits = /\d+$/.exec(nameKey(name))?.[0];
  const near = digits === undefined ? found : yield* idsWith(setting, String(Number(digits)));
  const fitting = [...new Set([...found, ...near])].filter((id) => isLike(id, name));
  const candidates = fitting.length > 0 ? fitting : digits === undefined ? found : [];
  const [only] = candidates;
  if (only === undefined) throw new Reply(setting.texts.noStation(plain(name)));
  if (candidates.length > 1) throw new Reply(setting.texts.whichStation(candidates.slice(0, 8).map(plain).join(', ')));
  return only;
}

function* idsWith(setting: Setting, search: string): Asking<string[]> {
  const { data } = yield* askOne(setting, 'list_charge_points', { search, limit: 25 });
  return rowsIn(data, 'charge_points').map((row) => textIn(row, 'charge_point_id'));
}

/** The same letters and the same number; without letters, the number alone. */
function isLike(id: string, name: string): boolean {
  const [one, other] = [partsOf(id), partsOf(name)];
  return one.number === other.number && (other.letters === '' || one.letters === other.letters);
}

function partsOf(name: string): { letters: string; number: string } {
  const [, letters = '', digits = ''] = /^(.*?)(\d*)$/.exec(nameKey(name)) ?? [];
  return { letters, number: digits === '' ? '' : String(Number(digits)) };
}

export function* siteNamed(setting: Setting, name: string): Asking<string> {
  const { data } = yield* askOne(setting, 'list_sites', { limit: 100 });
  const sites = rowsIn(data, 'sites').map((row) => ({ id: textIn(row, 'site_id'), name: textIn(row, 'name') }));
  const key = nameKey(name);
  const exact = sites.filter((site) => nameKey(site.id) === key || nameKey(site.name) === key);
  const near = sites.filter((site) => nameKey(site.name).includes(key) || nameKey(site.id).includes(key));
  const [site] = exact.length > 0 ? exact : near;
  if (site !== undefined && (exact.length === 1 || near.length === 1)) return site.id;
  throw new Reply(
    setting.texts.noSite(
      plain(name),
      sites
        .slice(0, 20)
        .map((each) => plain(each.name))
        .join(', '),
    ),
  );
}

/** The id of a token. What is printed on a card is shown to nobody, so it is found by its last characters, and read back by its id. */
export function* tokenIdNamed(setting: Setting, token: string): Asking<string> {
  if (token.startsWith('tok_')) return token;
  const { data } = yield* askOne(setting, 'find_token', { limit: 100 });
  const fitting = rowsIn(data, 'tokens').filter((row) => {
    const tail = nameKey(textIn(row, 'label'));
    return tail !== '' && nameKey(token).endsWith(tail);
  });
  const [only] = fitting;
  if (only === undefined) throw new Reply(setting.texts.noToken(plain(token)));
  if (fitting.length === 1) return textIn(only, 'token_id');
  const { heads, whichToken } = setting.texts;
  const rows = fitting.map((row) => [textIn(row, 'token_id'), textIn(row, 'label'), textIn(row, 'note')]);
  throw new Reply(`${whichToken}\n\n${table([heads.token, '…', heads.reason], rows)}`);
}

type Card = { token?: string | undefined; name?: string | undefined };

/** The card that is named, or the only one of the person who is. */
export function* cardMeant(setting: Setting, { token, name }: Card): Asking<string> {
  const { texts } = setting;
  const id = token === undefined ? undefined : yield* tokenIdNamed(setting, token);
  if (id !== undefined && name === undefined) return id;
  if (name === undefined) throw new Reply(texts.askBack.token);
  const known = yield* whoOrWhere(setting, name);
  if (!('driver' in known)) throw new Reply(texts.askBack.token);
  if (id !== undefined) {
    if ((yield* cardsOf(setting, known.driver)).includes(id)) return id;
    throw new Reply(texts.otherCard(plain(token ?? id), plain(name)));
  }
  const { data } = yield* askOne(setting, 'find_token', { driver_id: known.driver, limit: 100 });
  const cards = rowsIn(data, 'tokens').toSorted((one, other) =>
    textIn(one, 'label').localeCompare(textIn(other, 'label')),
  );
  const [only] = cards;
  if (only === undefined) throw new Reply(texts.noCards(plain(name)));
  if (cards.length === 1) return textIn(only, 'token_id');
  const rows = cards.map((row) => [textIn(row, 'token_id'), textIn(row, 'label'), textIn(row, 'note')]);
  throw new Reply(`${texts.severalCards(plain(name))}\n\n${table([texts.heads.token, '…', texts.heads.reason], rows)}`);
}

type Known = { site: string } | { driver: string } | { station: string };

/** A name may be that of a person, a place or a station: whichever is known by it. Where nobody is, it is told with the name. */
export function* whoOrWhere(setting: Setting, name: string): Asking<Known> {
  const key = nameKey(name);
  const [sites, drivers, stations] = yield* askAll(
    { tool: 'list_sites', given: { limit: 100 } },
    { tool: 'list_drivers', given: { search: name.slice(0, 60), limit: 10 } },
    { tool: 'list_charge_points', given: { search: name.slice(0, 48), limit: 10 } },
  );
  const rows = (answer: Answer | undefined, list: string) =>
    answer === undefined || answer.isError ? [] : rowsIn(answer.data, list);
  const isIt = (text: string) => nameKey(text) === key;
  const isLikeIt = (text: string) => nameKey(text).includes(key);
  const found = [isIt, isLikeIt].map((fits) => [
    ...rows(sites, 'sites').flatMap((row) =>
      fits(textIn(row, 'name')) || fits(textIn(row, 'site_id')) ? [{ site: textIn(row, 'site_id') }] : [],
    ),
    ...rows(drivers, 'drivers').flatMap((row) =>
      fits(textIn(row, 'name')) ? [{ driver: textIn(row, 'driver_id') }] : [],
    ),
    ...rows(stations, 'charge_points').flatMap((row) =>
      fits(textIn(row, 'charge_point_id')) ? [{ station: textIn(row, 'charge_point_id') }] : [],
    ),
  ]);
  const fitting = found.find((some) => some.length > 0) ?? [];
  const [only] = fitting;
  if (only === undefined) throw new Reply(setting.texts.nobody(plain(name)));
  if (fitting.length > 1)
    throw new Reply(
      setting.texts.whichOfThem(
        plain(name),
        fitting
          .slice(0, 8)
          .map((each) => plain(Object.values(each).join('')))
          .join(', '),
      ),
    );
  return only;
}

/** The ids of the cards that a person has. */
export function* cardsOf(setting: Setting, driver: string): Asking<string[]> {
  const { data } = yield* askOne(setting, 'find_token', { driver_id: driver, limit: 100 });
  return rowsIn(data, 'tokens').map((row) => textIn(row, 'token_id'));
}
