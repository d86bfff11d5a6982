import { expect, test } from 'vitest';
import { mustBeReachable, type Resolve } from './reachable-urls.ts';

const names: Record<string, string[]> = {
  'example.com': ['93.184.216.34', '2606:2800:220:1::1'],
  'bent.example.com': ['93.184.216.34', '10.0.0.7'],
};
const resolve: Resolve = (host) => Promise.resolve(names[host] ?? []);
const rules = { allowedHosts: ['Files.lan', '192.168.7.7'], resolve };

test.each([
  ['http://example.com/x.jpg'],
  ['https://EXAMPLE.com:8443/x'],
  ['https://93.184.216.34/'],
  ['https://example.com/a%20b?to=a@b.org#c'],
  ['http://files.lan/x'],
  ['http://192.168.7.7:8080/x'],
  ['https://[2606:2800:220:1::1]/'],
])('%s may be fetched', async (url) => {
  await expect(mustBeReachable({ url }, rules)).resolves.toBeUndefined();
});

test.each([
  ...[
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0/',
    'http://017700000001/',
  ],
  ...[
    'http://10.1.2.3/',
    'http://172.31.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest',
    'http://100.64.0.1/',
  ],
  ...[
    'http://[::1]/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::a00:1]/',
  ],
  ...[
    'http://printer/',
    'http://printer.local/',
    'http://db.internal./',
    'http://bent.example.com/',
    'http://nobody.example.com/',
  ],
  ...[
    'ftp://example.com/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'example.com',
    '',
    'http://user:pass@example.com/',
  ],
  ...[
    'http://example.com\\@10.0.0.1/',
    'http://example.com#@10.0.0.1/',
    'http://example.com?@10.0.0.1/',
    'http:\\\\example.com/x',
    'http://exam\nple.com/',
  ],
  ...['http://[::a00:1]/', 'http://[::ffff:0:a00:1]/', 'http://[64:ff9b:1::a00:1]/', 'http://[fec0::1]/'],
])('%s is not', async (url) => {
  await expect(mustBeReachable({ url }, rules)).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
    message: expect.stringMatching(/^url .*\. Nothing was sent to the device\.$/) as string,
  });
});

test('every string is looked at that is named like an address or looks like one, however deep', async () => {
  const inside = 'http://10.0.0.1/';
  for (const given of [
    { image_url: 'x' },
    { imageUrl: 'x' },
    { URI: 'x' },
    { picture: inside },
    { list: [{ deep: { href: 'x' } }] },
    { urls: ['https://example.com/', inside] },
    { text: ` ${inside}` },
  ])
    await expect(mustBeReachable(given, rules)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  for (const given of [{ security: 'x' }, { during: 'x' }, { text: 'see http://10.0.0.1/' }, { n: 1 }, {}])
    await expect(mustBeReachable(given, rules)).resolves.toBeUndefined();
});
