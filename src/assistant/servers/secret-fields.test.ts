import { expect, test } from 'vitest';
import { secretFieldsIn } from './secret-fields.ts';

const form = (properties: Record<string, unknown>) => ({ type: 'object', properties });
const text = { type: 'string' };

test.each([
  ['password', text],
  ['userPassword', text],
  ['x', { ...text, title: 'API key' }],
  ['x', { ...text, title: 'Your key' }],
  ['x', { ...text, description: 'The access token of SIGEC' }],
  ['x', { ...text, format: 'password' }],
  ['x', { ...text, writeOnly: true }],
  ['x', { ...text, pattern: '^sk-[a-z0-9]+$' }],
  ['x', { ...text, pattern: '^[0-9a-f]{64}$' }],
  ['x', { ...text, pattern: '^\\d{6}$' }],
  ['pin', { type: 'integer' }],
  ['cardCvv', text],
  ['otp', text],
  ['one_time_code', text],
  ['code', text],
  ['senha', text],
  ['x', { ...text, title: 'Chave de acesso' }],
  ['x', { ...text, title: 'Código' }],
  ['x', { ...text, title: 'Código de verificação' }],
  ['x', { ...text, title: 'Número do cartão' }],
  ['p a s s w o r d', text],
  ['pass\u200bword', text],
  ['ｐａｓｓｗｏｒｄ', text],
  ['p4$$w0rd', text],
  ['раsswоrd', text], // two of its letters are Cyrillic
  ['tokens', { type: 'array', items: { type: 'string' } }],
])('%s %j is refused', (name, field) => {
  expect(secretFieldsIn('Please fill this in.', form({ [name]: field }))).toHaveLength(1);
});

test.each([
  ['city', text],
  ['x', { ...text, title: 'Postal code' }],
  ['country_code', text],
  ['x', { ...text, title: 'Código postal' }],
  ['x', { ...text, title: 'Código da estação' }],
  ['keyword', text],
  ['desenha', text],
  ['shipping', text],
  ['x', { ...text, description: 'Which of the codes on the sticker, or its place' }],
  ['key', { type: 'string', enum: ['a', 'b'] }],
  ['rotate_password', { type: 'boolean' }],
  ['token', { type: 'string', oneOf: [{ const: 'a', title: 'A' }] }],
  ['keys', { type: 'array', items: { enum: ['a', 'b'] } }],
])('%s %j is asked', (name, field) => {
  expect(secretFieldsIn('Please fill this in.', form({ [name]: field }))).toEqual([]);
});

test('a message that asks for a secret spoils every field in which one could be typed', () => {
  const fields = form({ answer: { ...text, title: 'Answer' }, sure: { type: 'boolean' } });
  for (const message of ['Type your password below.', 'Digite a sua senha.', 'We need the API key of SIGEC-VE'])
    expect(secretFieldsIn(message, fields)).toEqual(['Answer']);
  expect(secretFieldsIn('Which station do you mean?', fields)).toEqual([]);
  expect(secretFieldsIn('Rotate the password?', form({ sure: { type: 'boolean' } }))).toEqual([]);
});
