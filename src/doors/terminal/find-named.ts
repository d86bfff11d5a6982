import { SigecError } from '#base/errors.ts';
import { isUuid } from '#base/uuid.ts';
import type { Driver } from '#contract/access/driver.ts';
import { deviceApi } from '#contract/api/devices.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { groupApi } from '#contract/api/groups.ts';
import { keyApi } from '#contract/api/keys.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import type { Api } from './api.ts';
import { orNull } from './read-options.ts';
import type { Terminal } from './terminal.ts';
import { visible } from './visible.ts';

/** What changes something must not guess: a name counts as a whole, in any case, and where it is one of a kind. */
export async function groupIdOf(terminal: Terminal, api: Api, given: string): Promise<string> {
  if (given.startsWith('tok_')) return given;
  const { groups } = await api.call(groupApi.list);
  const { text } = terminal;
  return onlyOne(terminal, groups, { given, none: text.input.noGroup(given) });
}

export async function groupIdsOf(terminal: Terminal, api: Api, given: readonly string[]) {
  const ids: string[] = [];
  for (const each of given) ids.push(await groupIdOf(terminal, api, each));
  return ids;
}

/** The group that is named; an empty value takes away the one that is there. */
export async function groupIdOrNull(terminal: Terminal, api: Api, given: string | undefined) {
  return given === undefined || given === '' ? orNull(given) : groupIdOf(terminal, api, given);
}

export async function driverIdOf(terminal: Terminal, api: Api, given: string): Promise<string> {
  if (isUuid(given)) return given;
  const { drivers } = await api.call(driverApi.list, { query: { search: given, limit: 1000 } });
  const named = drivers.flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));
  return onlyOne(terminal, named, { given, none: terminal.text.input.noDriver(given) });
}

function onlyOne(
  { text }: Terminal,
  all: readonly { id: string; name: string }[],
  { given, none }: { given: string; none: string },
): string {
  const wanted = given.trim().toLowerCase();
  const [first, ...others] = all.filter(({ name }) => name.toLowerCase() === wanted);
  if (first === undefined) throw new SigecError('NOT_FOUND', none);
  if (others.length === 0) return first.id;
  const ids = [first, ...others].map(({ id }) => id).join(', ');
  throw new SigecError('INVALID_INPUT', text.input.ambiguous(given, ids));
}

/** A token that is known here: by its id, by its value, or by its value from the input. */
export async function tokenIdOf(terminal: Terminal, api: Api, given: string): Promise<string> {
  return given.startsWith('tok_')
    ? given
    : (await api.call(tokenApi.find, { body: { value: await tokenValueOf(terminal, given) } })).id;
}

/** "-" is read from the input, or asked for: shells remember what is typed behind a command. */
export async function tokenValueOf({ input, text }: Terminal, given: string): Promise<string> {
  if (given !== '-') return given;
  const value = input.isInteractive ? await input.line(text.input.token) : await input.all();
  const trimmed = value?.trim() ?? '';
  if (trimmed === '') throw new SigecError('INVALID_INPUT', text.input.nothingTyped);
  return trimmed;
}

/** What is shown of somebody whose name was destroyed. */
export function driverName({ text }: Pick<Terminal, 'text'>, { name }: Pick<Driver, 'name'>): string {
  return name === null ? text.driver.nameless : visible(name);
}

export async function groupNames(api: Api): Promise<(id: string) => string> {
  const { groups } = await ifAllowed(api.call(groupApi.list), { groups: [] });
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

/** The names of some drivers; with more of them than one page, ids are shown. */
export async function driverNames(
  terminal: Terminal,
  api: Api,
  ids: readonly (string | null)[],
): Promise<(id: string) => string> {
  if (ids.every((id) => id === null)) return (id) => id;
  const { drivers } = await ifAllowed(api.call(driverApi.list, { query: { limit: 1000 } }), { drivers: [] });
  const names = new Map(drivers.map((driver) => [driver.id, driverName(terminal, driver)]));
  return (id) => names.get(id) ?? id;
}

/** Names are a kindness: where this key may not know them, ids do. */
export async function ifAllowed<Answer, Otherwise>(asked: Promise<Answer>, otherwise: Otherwise) {
  return asked.catch((error: unknown) => {
    if (error instanceof SigecError && (error.code === 'NOT_ALLOWED' || error.code === 'NOT_SIGNED_IN'))
      return otherwise;
    throw error;
  });
}

/** Names of keys, where this key may know them: only administrators see the list. */
export async function principalNames(api: Api): Promise<(id: string) => string> {
  const { keys } = await ifAllowed(api.call(keyApi.list), { keys: [] });
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

/** A device by its id, or by the name that it was given where no other has it. */
export async function deviceIdOf({ text }: Terminal, api: Api, given: string): Promise<string> {
  const wanted = given.trim().toLowerCase();
  if (/^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/.test(wanted)) return wanted.replaceAll('-', ':');
  const { devices } = await api.call(deviceApi.list);
  if (devices.some(({ id }) => id === wanted)) return wanted;
  const [first, ...others] = devices.filter(({ name }) => name.toLowerCase() === wanted);
  if (first === undefined) return wanted; // the server says that there is none, and which may have been meant
  if (others.length === 0) return first.id;
  throw new SigecError('INVALID_INPUT', text.input.ambiguous(given, [first, ...others].map(({ id }) => id).join(', ')));
}

/** "light.set_rgb" is enough: nearly all begin with "self.". */
export function toolNamed<Tool extends { name: string; toolName: string }>(
  tools: readonly Tool[],
  given: string,
): Tool | undefined {
  const fits = (wanted: string) => tools.find(({ name, toolName }) => name === wanted || toolName === wanted);
  return fits(given) ?? fits(`self.${given}`);
}
