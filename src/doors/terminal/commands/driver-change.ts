import { SigecError } from '#base/errors.ts';
import { defined } from '#base/present.ts';
import type { DriverChange, Forgotten } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { type Api, openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { driverIdOf, driverName, groupIdOf } from '../find-named.ts';
import { json } from '../json.ts';
import { orNull, type PlaceOptions, readPlaces, somethingOf } from '../read-access.ts';
import type { ServerOptions } from '../server-address.ts';
import { tellDone } from '../show-list.ts';
import type { Terminal } from '../terminal.ts';

type ShowOptions = ServerOptions & { json?: boolean };

export type DriverOptions = PlaceOptions & {
  name?: string;
  email?: string;
  phone?: string;
  note?: string;
  /** `--lang` is the language of the terminal. */
  language?: string;
  group?: string;
  placesAsGroup?: boolean;
  oneAtATime?: boolean;
  sessionsAsGroup?: boolean;
};

async function changeOf(terminal: Terminal, api: Api, options: DriverOptions): Promise<DriverChange> {
  const { name, email, phone, note, language, group, placesAsGroup, oneAtATime, sessionsAsGroup } = options;
  return {
    name,
    email: orNull(email),
    phone: orNull(phone),
    note: orNull(note),
    language: orNull(language),
    groupId: group === undefined || group === '' ? orNull(group) : await groupIdOf(terminal, api, group),
    places: placesAsGroup ? null : readPlaces(terminal, options),
    oneAtATime: sessionsAsGroup ? null : oneAtATime,
  };
}

export async function driverAdd(
  terminal: Terminal,
  options: ShowOptions & DriverOptions & { name: string },
): Promise<number> {
  const api = openApi(terminal, options);
  const said = defined(await changeOf(terminal, api, options));
  const driver = await api.call(driverApi.add, { body: { ...said, name: options.name } });
  const { added, giveToken } = terminal.text.driver;
  tellDone(terminal, options, driver, added(driverName(terminal, driver), driver.id));
  if (!options.json) terminal.err(giveToken(driver.id));
  return done;
}

export async function driverChange(terminal: Terminal, options: ShowOptions & DriverOptions & { driver: string }) {
  const api = openApi(terminal, options);
  const change = somethingOf(terminal, await changeOf(terminal, api, options));
  const driver = await api.call(driverApi.change, {
    params: { id: await driverIdOf(terminal, api, options.driver) },
    body: defined(change),
  });
  return tellDone(terminal, options, driver, terminal.text.driver.changed(driverName(terminal, driver)));
}

export async function driverBlock(terminal: Terminal, options: ShowOptions & { driver: string }, isBlocked: boolean) {
  const api = openApi(terminal, options);
  const driver = await api.call(driverApi.change, {
    params: { id: await driverIdOf(terminal, api, options.driver) },
    body: { isBlocked },
  });
  const { blocked, unblocked } = terminal.text.driver;
  return tellDone(terminal, options, driver, (isBlocked ? blocked : unblocked)(driverName(terminal, driver)));
}

/** Nobody can undo it, so whoever asks types the name, or says --yes. */
export async function driverForget(
  terminal: Terminal,
  options: ShowOptions & { driver: string; yes?: boolean },
): Promise<number> {
  const api = openApi(terminal, options);
  const { text } = terminal;
  const driver = await api.call(driverApi.get, { params: { id: await driverIdOf(terminal, api, options.driver) } });
  if (driver.name === null) throw new SigecError('CONFLICT', text.driver.forgottenAlready);
  const name = driverName(terminal, driver);
  if (!options.yes) await mustBeTyped(terminal, name);
  const forgotten = await api.call(driverApi.forget, { params: { id: driver.id } });
  if (options.json) terminal.out(json(forgotten));
  else terminal.out([terminal.paint('good', text.driver.forgotten(name)), goneLine(terminal, forgotten)].join('\n'));
  return done;
}

async function mustBeTyped({ input, text }: Terminal, name: string): Promise<void> {
  if (!input.isInteractive) throw new SigecError('INVALID_INPUT', text.driver.forgetNeedsYes);
  const typed = await input.line(text.driver.forgetAsk(name));
  if (typed?.trim() !== name) throw new SigecError('INVALID_INPUT', text.driver.forgetRefused);
}

function goneLine({ text }: Terminal, { tokens, signedValues, sessionsKept, stationsToTell }: Forgotten): string {
  return text.driver.gone({
    tokens: String(tokens),
    signed: String(signedValues),
    sessions: String(sessionsKept),
    stations: String(stationsToTell),
  });
}
