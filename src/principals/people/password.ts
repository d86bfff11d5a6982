import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { SigecError } from '#base/errors.ts';

const argon2Async = promisify(argon2);

/** 19 MiB and two passes: what OWASP asks for at least. A hash of other parameters is made anew when its password is next given. */
const now = { memory: 19_456, passes: 2, parallelism: 1 };
const hashBytes = 32;
const minLength = 12;

/** Guessed first, whoever it is. Anything that has one of these at its core and little else is refused. */
const common = [
  ...['password', 'passwort', 'senha', 'qwerty', 'asdfgh', 'letmein', 'welcome', 'bemvindo', 'admin', 'administrator'],
  ...['sigec', 'charging', 'recarga', 'changeme', 'iloveyou', '123456', '654321', '111111', '000000', 'abc123'],
];

/** argon2id in PHC form, so that the row says how it was made. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, now);
  const { memory, passes, parallelism } = now;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`;
}

export type Verdict = 'wrong' | 'right' | 'right-but-old';

export async function checkPassword(password: string, kept: string): Promise<Verdict> {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(kept);
  if (found === null) return 'wrong';
  const [, memory, passes, parallelism, salt = '', hash = ''] = found;
  const used = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(hash, 'base64');
  const given = await derive(password, Buffer.from(salt, 'base64'), used);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'wrong';
  const isNow = used.memory === now.memory && used.passes === now.passes && used.parallelism === now.parallelism;
  return isNow ? 'right' : 'right-but-old';
}

/** Throws INVALID_INPUT where the password is short or easily guessed; `about` is what others know of the person. */
export function mustBeGood(password: string, about: readonly (string | null)[]): void {
  const why = whyBad(password, about);
  if (why === undefined) return;
  throw new SigecError('INVALID_INPUT', why, { details: { field: 'password' } });
}

function whyBad(password: string, about: readonly (string | null)[]): string | undefined {
  if (password.length < minLength)
    return `The password is too short; take at least ${minLength} characters, such as four words.`;
  const lower = password.toLowerCase();
  if (new Set(lower).size < 5) return 'The password repeats few characters; take others too.';
  const known = about.flatMap((each) => [
    ...(each ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u),
    (each ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''),
  ]);
  const bare = lower.replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (known.some((part) => part.length > 3 && bare.includes(part)))
    return 'The password holds your name or e-mail, which others know; take something else.';
  const rest = common.reduce((left, word) => left.replaceAll(word, ''), bare);
  if (rest.replaceAll(/\d/g, '').length < 4 && rest.length < 8)
    return 'The password is one of those that are guessed first; take something else, such as four words.';
  return undefined;
}

type Cost = { memory: number; passes: number; parallelism: number };

function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'));
  return argon2Async('argon2id', { message, nonce, ...cost, tagLength: hashBytes });
}

function text(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
