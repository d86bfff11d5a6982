import { expect, test } from 'vitest';
import { mustSignIn } from './may.ts';

const loopback = { host: '127.0.0.1', publicUrl: '', ucpPublicUrl: '', allowedHosts: [] };

test.each([
  ['everything stays on loopback', loopback, false],
  ['the public address is loopback too', { ...loopback, publicUrl: 'http://localhost:8001' }, false],
  ['we listen on every address', { ...loopback, host: '0.0.0.0' }, true],
  ['a proxy in front makes us public', { ...loopback, publicUrl: 'https://csms.example.org' }, true],
  ['so does one in front of the shop alone', { ...loopback, ucpPublicUrl: 'https://shop.example.org' }, true],
  ['others know us by a name', { ...loopback, allowedHosts: ['csms.example.org'] }, true],
])('%s: a key is required: %s', (_case, config, isRequired) => {
  expect(mustSignIn(config)).toBe(isRequired);
});
