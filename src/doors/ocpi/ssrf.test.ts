import { expect, test } from 'vitest';
import { guardedFetch } from '#base/guarded-fetch.ts';
import type { Partner } from '#roaming/partners/partner.ts';
import { isOfPartner } from '#roaming/partners/partner.ts';

const inside = [
  ...['127.0.0.1', '127.1', '127.0.0.53', '0.0.0.0', '10.0.0.1', '10.255.255.254', '172.16.0.1', '172.31.255.1'],
  ...[
    '192.168.0.1',
    '192.168.255.254',
    '169.254.169.254',
    '169.254.0.1',
    '100.64.0.1',
    '100.127.255.254',
    '198.18.0.1',
  ],
  ...[
    '192.0.0.1',
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...['2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '017700000001', '3232235521', '2852039166', '0xa9fea9fe'],
  ...[
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
  ],
  ...[
    '[::ffff:169.254.169.254]',
    '[64:ff9b::7f00:1]',
    '[2001:db8::1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[3fff::1]',
    '[100::1]',
  ],
];
const schemes = [
  'ftp://partner.example/',
  'file:///etc/passwd',
  'gopher://partner.example/',
  'data:text/plain,x',
  'javascript:1',
  'ws://partner.example/',
];
const odd = [
  'https://user:password@partner.example/',
  'https://user@partner.example/',
  '//partner.example/',
  '/ocpi/versions',
  '',
  'partner',
  'https://',
  'http://',
  'https://[',
  'not an address',
];
const plain = ['http://partner.example/', 'http://partner.example:443/', 'HTTP://partner.example/'];

/** A name that leads wherever a test says, and counts who asked. */
function names(address: string) {
  const fetch = guardedFetch({ resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }] });
  return fetch;
}

const direct = inside.flatMap((host) => [`https://${host}/ocpi/versions`, `http://${host}:8080/ocpi/versions`]);
test('the corpus holds more than a hundred addresses', () => {
  expect([...direct, ...schemes, ...odd, ...plain].length).toBeGreaterThan(100);
});

test.each([...direct, ...schemes, ...odd, ...plain])('"%s" is never asked', async (url) => {
  await expect(guardedFetch({ resolve: async () => [{ address: '93.184.216.34', family: 4 }] })(url)).rejects.toThrow();
});

test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:192.168.1.1'])(
  'a name that leads to %s is not asked',
  async (address) => {
    await expect(names(address)('https://partner.example/ocpi/versions')).rejects.toThrow('open net');
  },
);

test('a name with one address inside is not asked, whichever comes first', async () => {
  const both = [
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  await expect(guardedFetch({ resolve: async () => both })('https://partner.example/')).rejects.toThrow('open net');
});

const partner: Pick<Partner, 'endpoints' | 'versionsUrl'> = {
  versionsUrl: 'https://partner.example/ocpi/versions',
  endpoints: [{ module: 'commands', role: 'SENDER', url: 'https://api.partner.example:8443/ocpi/2.2.1/emsp/commands' }],
};
test.each([
  ['https://partner.example/anything', true],
  ['https://api.partner.example:8443/x', true],
  ['https://api.partner.example/x', false],
  ['http://partner.example/x', false],
  ['https://partner.example.evil.example/x', false],
  ['https://partner.example@evil.example/x', false],
  ['https://evil.example/?https://partner.example/', false],
  ['https://PARTNER.example/x', true],
  ['nonsense', false],
])('trap 16: of %s as a response_url: on an address of the partner %s', (url, isTheirs) => {
  expect(isOfPartner(partner, url)).toBe(isTheirs);
});
