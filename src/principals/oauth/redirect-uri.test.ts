import { expect, test } from 'vitest';
import { isAcceptableRedirectUri, matchesRedirectUri } from './redirect-uri.ts';

test.each([
  'https://claude.ai/api/mcp/auth_callback',
  'https://chatgpt.com/connector_platform_oauth_redirect?x=1',
  'http://127.0.0.1:1234/callback',
  'http://localhost/callback',
  'http://[::1]:8/cb',
  'com.example.app:/callback',
  'cursor://anysphere.cursor-retrieval/oauth/callback',
])('%s is a place that a browser may be sent to', (uri) => {
  expect(isAcceptableRedirectUri(uri)).toBe(true);
});

test.each([
  'http://example.com/callback',
  'http://127.0.0.1.evil.example/callback',
  'http://127.0.0.2/callback',
  'https://user@evil.example/',
  'https://good.example/cb#fragment',
  'https://good.example\\@evil.example/',
  'javascript:alert(1)',
  'data:text/html,hi',
  'file:///etc/passwd',
  'blob:https://good.example/1',
  '//good.example/cb',
  'https://good.example/c b',
  'https://good.example/\u200b',
  '',
])('%s is not', (uri) => {
  expect(isAcceptableRedirectUri(uri)).toBe(false);
});

test('a redirect URI is compared character for character', () => {
  const registered = ['https://host.example/cb'];
  expect(matchesRedirectUri(registered, 'https://host.example/cb')).toBe(true);
  const tricks = [
    ...['https://host.example/cb/', 'https://host.example/cb?x=1', 'https://HOST.example/cb', 'http://host.example/cb'],
    ...['https://host.example:443/cb', 'https://host.example/cb/../cb', 'https://host.example.evil.example/cb'],
    ...['https://host.example@evil.example/cb', 'https://host.example/c%62', 'https://sub.host.example/cb'],
  ];
  expect(tricks.filter((trick) => matchesRedirectUri(registered, trick))).toEqual([]);
});

test('on the own machine of the person the port alone may be another', () => {
  const registered = ['http://127.0.0.1:1/cb'];
  expect(matchesRedirectUri(registered, 'http://127.0.0.1:49152/cb')).toBe(true);
  const tricks = [
    ...['http://127.0.0.1:49152/other', 'http://localhost:49152/cb', 'https://127.0.0.1:49152/cb'],
    ...['http://127.0.0.1:49152/cb?next=1', 'http://u@127.0.0.1:49152/cb', 'http://127.0.0.1:49152/cb#x'],
  ];
  expect(tricks.filter((trick) => matchesRedirectUri(registered, trick))).toEqual([]);
});
