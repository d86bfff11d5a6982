import { expect, test } from 'vitest';
import { checkPassword, hashPassword, mustBeGood } from './password.ts';

test('a password is kept as argon2id and recognised again, in whatever form its accents are written', async () => {
  const kept = await hashPassword('quatro pães no café');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await checkPassword('quatro pães no café'.normalize('NFD'), kept)).toBe('right');
  expect(await checkPassword('quatro pães no cafe', kept)).toBe('wrong');
  expect(await checkPassword('anything', 'no hash at all')).toBe('wrong');
});

test('a hash of other parameters still counts, and says that it is old', async () => {
  // Made by argon2id with m=8192, t=1, p=1 of "correct horse battery".
  const { argon2Sync } = await import('node:crypto');
  const nonce = Buffer.from('0123456789abcdef');
  const message = Buffer.from('correct horse battery');
  const hash = argon2Sync('argon2id', { message, nonce, memory: 8_192, passes: 1, parallelism: 1, tagLength: 32 });
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const kept = `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(hash)}`;
  expect(await checkPassword('correct horse battery', kept)).toBe('right-but-old');
  expect(await checkPassword('correct horse', kept)).toBe('wrong');
});

test.each([
  ['elevenchars', 'too short'],
  ['aaaaaaaaaaaaaaaa', 'repeats few'],
  ['Ana Prado 2026!', 'name or e-mail'],
  ['garage.example-1', 'name or e-mail'],
  ['Password123456', 'guessed first'],
  ['Senha!Senha!2026', 'guessed first'],
])('%s is refused', (password, why) => {
  expect(() => mustBeGood(password, ['Ana Prado', 'ana@garage.example'])).toThrow(why);
});

test.each(['four wet blue horses', 'xK9#mQ2$vL7p', 'uma onça no telhado'])('%s is taken', (password) => {
  expect(() => mustBeGood(password, ['Ana Prado', 'ana@garage.example', null])).not.toThrow();
});
