import { expect, test } from 'vitest';
import { machineAddresses } from '#base/hosts.ts';
import { namesOf } from './certificates.ts';

const unnamed = { publicUrl: '', allowedHosts: [], tlsNames: [] };

test('a self-signed certificate holds for every address by which others reach us', () => {
  const here = ['localhost', '127.0.0.1', '::1'];
  expect(namesOf({ ...unnamed, host: '0.0.0.0' })).toEqual([...machineAddresses('0.0.0.0'), ...here]);
  expect(namesOf({ ...unnamed, host: '192.0.2.7' })).toEqual(['192.0.2.7', ...here]);
  expect(namesOf({ ...unnamed, host: '127.0.0.1', tlsNames: ['CSMS.example'] })).toEqual([
    'csms.example',
    '127.0.0.1',
    'localhost',
    '::1',
  ]);
});
