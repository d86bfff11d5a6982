import { SigecError } from '#base/errors.ts';
import { defined } from '#base/present.ts';
import type { DriverChange } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { placesWords, standingCell } from '../access-words.ts';
import { type Api, openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { driverIdOf, driverName, groupIdOf, groupIdOrNull, groupNames } from '../find-named.ts';
import {
  optionReader,
  orNull,
  type PlaceOptions,
  readPlaces,
  type ShowOptions,
  type Switches,
  somethingOf,
  type Texts,
} from '../read-options.ts';
import { fieldLines, show, showList, strong, tableLines, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { fullTime } from '../times.ts';
import { tokenTable } from '../token-table.ts';
import { visible } from '../visible.ts';

type ListOptions = ShowOptions & Texts<'search' | 'group' | 'limit'>;

export async function driverList(terminal: Terminal, options: ListOptions): Promise<number> {
  const api = openApi(terminal, options);
  const limit = optionReader(terminal, options).limit(100);
  const groupId = options.group === undefined ? undefined : await groupIdOf(terminal, api, options.group);
  const list = await api.call(driverApi.list, { query: { search: options.search, groupId, limit } });
  const nameOf = await groupNames(api);
  const { titles, driver: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.drivers, [
        [titles.driver, ({ id }) => strong(id)],
        [titles.name, (driver) => driverName(terminal, driver), 'flexible'],
        [titles.email, ({ email }) => email, 'flexible optional'],
        [titles.group, (driver) => driver.groupId && nameOf(driver.groupId), 'flexible'],
        [titles.tokens, ({ tokenCount }) => tokenCount, 'right'],
        [titles.standing, (driver) => standingCell(terminal, driver)],
        [titles.note, ({ note }) => note, 'flexible optional'],
      ]),
    more: list.next === null ? undefined : words.more(String(limit)),
  });
}

export async function driverShow(terminal: Terminal, options: ShowOptions & { driver: string }): Promise<number> {
  const api = openApi(terminal, options);
  const driver = await api.call(driverApi.get, { params: { id: await driverIdOf(terminal, api, options.driver) } });
  const { text, paint } = terminal;
  const { titles } = text;
  const { asGroup, giveToken } = text.driver;
  const { oneAtATime, severalAtATime } = text.group;
  return show(terminal, options, driver, async () => {
    const nameOf = await groupNames(api);
    return [
      paint('strong', driverName(terminal, driver)),
      '',
      ...fieldLines(terminal, [
        [titles.driver, driver.id],
        [titles.standing, standingCell(terminal, driver)],
        [titles.email, driver.email],
        [titles.phone, driver.phone],
        [titles.language, driver.language],
        [titles.note, driver.note],
        [titles.group, driver.groupId && nameOf(driver.groupId)],
        [titles.places, driver.places === null ? asGroup : placesWords(text, driver.places)],
        [titles.sessions, driver.oneAtATime === null ? asGroup : driver.oneAtATime ? oneAtATime : severalAtATime],
        [titles.added, fullTime(terminal, driver.createdAt)],
        [titles.forgotten, driver.forgottenAt && fullTime(terminal, driver.forgottenAt)],
      ]),
      ...(driver.hidden === undefined ? [] : [paint('quiet', visible(driver.hidden))]),
      '',
      ...(driver.tokens.length === 0
        ? [giveToken(driver.id)]
        : tableLines(terminal, tokenTable(terminal, driver.tokens, { group: nameOf }))),
    ];
  });
}

/** `language` is that of the driver; `--lang` is the language of the terminal. */
type DriverOptions = ShowOptions &
  PlaceOptions &
  Texts<'name' | 'email' | 'phone' | 'note' | 'language' | 'group'> &
  Switches<'placesAsGroup' | 'oneAtATime' | 'sessionsAsGroup'>;
type OfDriver = ShowOptions & { driver: string };

async function changeOf(terminal: Terminal, api: Api, options: DriverOptions): Promise<DriverChange> {
  const { name, email, phone, note, language, group, placesAsGroup, oneAtATime, sessionsAsGroup } = options;
  return {
    name,
    email: orNull(email),
    phone: orNull(phone),
    note: orNull(note),
    language: orNull(language),
    groupId: await groupIdOrNull(terminal, api, group),
    places: placesAsGroup ? null : readPlaces(terminal, options),
    oneAtATime: sessionsAsGroup ? null : oneAtATime,
  };
}

export async function driverAdd(terminal: Terminal, options: DriverOptions & { name: string }): Promise<number> {
  const api = openApi(terminal, options);
  const said = defined(await changeOf(terminal, api, options));
  const driver = await api.call(driverApi.add, { body: { ...said, name: options.name } });
  const { added, giveToken } = terminal.text.driver;
  tellDone(terminal, options, driver, added(driverName(terminal, driver), driver.id));
  if (!options.json) terminal.err(giveToken(driver.id));
  return done;
}

export async function driverChange(terminal: Terminal, options: DriverOptions & OfDriver): Promise<number> {
  const api = openApi(terminal, options);
  const change = somethingOf(terminal, await changeOf(terminal, api, options));
  const driver = await api.call(driverApi.change, {
    params: { id: await driverIdOf(terminal, api, options.driver) },
    body: defined(change),
  });
  return tellDone(terminal, options, driver, terminal.text.driver.changed(driverName(terminal, driver)));
}

export async function driverBlock(terminal: Terminal, options: OfDriver & { isBlocked: boolean }): Promise<number> {
  const { isBlocked } = options;
  const api = openApi(terminal, options);
  const driver = await api.call(driverApi.change, {
    params: { id: await driverIdOf(terminal, api, options.driver) },
    body: { isBlocked },
  });
  const { blocked, unblocked } = terminal.text.driver;
  return tellDone(terminal, options, driver, (isBlocked ? blocked : unblocked)(driverName(terminal, driver)));
}

/** Nobody can undo it, so whoever asks types the name, or says --yes. */
export async function driverForget(terminal: Terminal, options: OfDriver & { yes?: boolean }): Promise<number> {
  const api = openApi(terminal, options);
  const { text, paint } = terminal;
  const driver = await api.call(driverApi.get, { params: { id: await driverIdOf(terminal, api, options.driver) } });
  if (driver.name === null) throw new SigecError('CONFLICT', text.driver.forgottenAlready);
  const name = driverName(terminal, driver);
  if (!options.yes) await mustBeTyped(terminal, name);
  const forgotten = await api.call(driverApi.forget, { params: { id: driver.id } });
  const gone = text.driver.gone({
    tokens: String(forgotten.tokens),
    signed: String(forgotten.signedValues),
    sessions: String(forgotten.sessionsKept),
    stations: String(forgotten.stationsToTell),
  });
  return show(terminal, options, forgotten, () => [paint('good', text.driver.forgotten(name)), gone]);
}

async function mustBeTyped({ input, text }: Terminal, name: string): Promise<void> {
  if (!input.isInteractive) throw new SigecError('INVALID_INPUT', text.driver.forgetNeedsYes);
  const typed = await input.line(text.driver.forgetAsk(name));
  if (typed?.trim() !== name) throw new SigecError('INVALID_INPUT', text.driver.forgetRefused);
}
