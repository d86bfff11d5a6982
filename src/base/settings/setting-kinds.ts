import { homedir } from 'node:os';
import { resolve } from 'node:path';

/** A row of the tables of settings: how it is called, what it accepts and what holds without it. */
export type Setting<T> = {
  env: string;
  alias?: string;
  about: string;
  accepts: string;
  read(text: string): T | undefined;
  fallback: T;
  isSecret?: boolean;
};

export function text(env: string, fallback: string, about: string): Setting<string> {
  return { env, about, accepts: 'any text', fallback, read: (given) => given };
}

export function secret(env: string, about: string): Setting<string> {
  return { ...text(env, '', about), isSecret: true };
}

export function port(env: string, fallback: number, about: string, alias?: string): Setting<number> {
  const read = (given: string) => (/^\d{1,5}$/.test(given) && Number(given) <= 65_535 ? Number(given) : undefined);
  return {
    env,
    about,
    accepts: 'a port from 0 to 65535 (0 takes any free one)',
    fallback,
    read,
    ...(alias && { alias }),
  };
}

export function wholeNumber(what: string, min: number, max: number) {
  const read = (given: string) =>
    /^\d{1,9}$/.test(given) && Number(given) >= min && Number(given) <= max ? Number(given) : undefined;
  return (env: string, fallback: number, about: string): Setting<number> => ({
    env,
    about,
    accepts: `${what} from ${min} to ${max}`,
    fallback,
    read,
  });
}

export const days = wholeNumber('a number of days', 0, 36_500);

export const seconds = wholeNumber('a number of seconds', 0, 86_400);

export const count = wholeNumber('a number', 1, 999_999_999);

type NamedNumbers = Readonly<Record<string, number>>;

/** `reset=60,unlock=10`: what is not named has none. */
export function perName(env: string, fallback: NamedNumbers, about: string): Setting<NamedNumbers> {
  const read = (given: string) => (given.toLowerCase() === 'off' ? {} : namedNumbers(given));
  return { env, about, accepts: 'off, or numbers by name, such as reset=60,unlock=10', fallback, read };
}

export function namedNumbers(given: string): NamedNumbers | undefined {
  const pairs = splitList(given).map((item) => /^([a-z][a-z-]*)\s*=\s*(\d{1,9})$/.exec(item));
  if (pairs.includes(null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', Number(pair?.[2])]));
}

export function path(env: string, fallback: string, about: string): Setting<string> {
  return {
    env,
    about,
    accepts: 'a folder',
    fallback,
    read: (given) => resolve(given.replace(/^~(?=\/|$)/, homedir())),
  };
}

export function file(env: string, about: string): Setting<string> {
  return { ...path(env, '', about), accepts: 'a file' };
}

export function oneOf<const Choice extends string>(
  env: string,
  choices: readonly [Choice, ...Choice[]],
  about: string,
): Setting<Choice> {
  const read = (given: string) => choices.find((choice) => choice === given.toLowerCase().replaceAll('_', '-'));
  return { env, about, accepts: choices.join(', '), fallback: choices[0], read };
}

export function list(env: string, about: string, fallback: readonly string[] = []): Setting<readonly string[]> {
  return { env, about, accepts: 'names separated by commas', fallback, read: splitList };
}

export function url(env: string, about: string, schemes: readonly string[]): Setting<string> {
  const read = (given: string) => (schemes.includes(schemeOf(given) ?? '') ? given.replace(/\/$/, '') : undefined);
  return {
    env,
    about,
    accepts: `an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    fallback: '',
    read,
  };
}

/** Several servers of one cluster: they speak one protocol, and sign us in by one account. */
export function urls(env: string, about: string, schemes: readonly string[]): Setting<string> {
  const one = url(env, about, schemes);
  const read = (given: string) => {
    const each = splitList(given).map((item) => one.read(item));
    const kinds = new Set(each.map((item) => (item === undefined ? item : waysIn(item))));
    return each.length === 0 || kinds.has(undefined) || kinds.size > 1 ? undefined : each.join(',');
  };
  return { ...one, accepts: `${one.accepts}, or several of one kind and account, separated by commas`, read };
}

function waysIn(address: string): string {
  const { protocol, username, password } = new URL(address);
  return [protocol, username, password].join('\n');
}

export function schemeOf(given: string): string | undefined {
  return URL.canParse(given) ? new URL(given).protocol.slice(0, -1) : undefined;
}

export function splitList(given: string): string[] {
  return given
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
