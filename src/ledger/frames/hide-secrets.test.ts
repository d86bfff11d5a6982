import { expect, test } from 'vitest';
import { hideSecrets } from './hide-secrets.ts';

const secret = 'hunter2-hunter2-hunter2';

test.each([
  ['the password of a 1.6 station', [2, 'a', 'ChangeConfiguration', { key: 'AuthorizationKey', value: secret }]],
  [
    'the password of a 2.x station',
    [
      2,
      'a',
      'SetVariables',
      {
        setVariableData: [
          {
            attributeValue: secret,
            component: { name: 'SecurityCtrlr' },
            variable: { name: 'BasicAuthPassword' },
          },
        ],
      },
    ],
  ],
  [
    'the secrets of a network profile',
    [
      2,
      'a',
      'SetNetworkProfile',
      {
        connectionData: {
          basicAuthPassword: secret,
          vpn: { password: secret, key: secret },
          apn: { apnPassword: secret, simPin: secret },
        },
      },
    ],
  ],
  ['what a station tells about a customer', [2, 'a', 'NotifyCustomerInformation', { data: secret, seqNo: 0 }]],
  [
    'a phrase that a 1.6 station tells of itself',
    [3, 'a', { configurationKey: [{ key: 'WifiPassphrase', readonly: false, value: secret }] }],
  ],
  [
    'a passcode in a report of a 2.x station',
    [
      2,
      'a',
      'NotifyReport',
      {
        reportData: [
          {
            component: { name: 'Vendor' },
            variable: { name: 'AdminPasscode' },
            variableAttribute: [{ type: 'Actual', value: secret }],
          },
        ],
      },
    ],
  ],
  [
    'a key that is named by its instance, in an event',
    [
      2,
      'a',
      'NotifyEvent',
      { eventData: [{ component: { name: 'X' }, variable: { name: 'Y', instance: 'ApiKey' }, actualValue: secret }] },
    ],
  ],
  ['a setting of a command', { variables: [{ name: 'Vendor.AccessToken[1]', value: secret }] } as unknown as unknown[]],
  ['whom it is asked about', [2, 'a', 'CustomerInformation', { customerIdentifier: secret }]],
  ['the password in an address', [2, 'a', 'UpdateFirmware', { location: `ftp://ana:${secret}@files.example/fw` }]],
])('%s is not kept', (_what, frame) => {
  const kept = hideSecrets(JSON.stringify(frame));
  expect(kept).not.toContain(secret);
  if (frame.length > 3) expect((JSON.parse(kept) as unknown[]).slice(0, 3)).toEqual(frame.slice(0, 3));
});

test('a name that is spelled in escapes hides its value all the same', () => {
  const frame = `[2,"a","ChangeConfiguration",{"key":"\\u0050in","value":"${secret}"}]`;
  expect(hideSecrets(frame)).not.toContain(secret);
});

test.each([
  ['1.6', '[2, "a", "Authorize", {"idTag":"AABB"}]'],
  ['2.x', '[2, "a", "Authorize", {"idToken":{"idToken":"AABB","type":"ISO14443"}}]'],
  [
    'a report',
    '[2, "a", "NotifyReport", {"reportData":[{"component":{"name":"TokenReader"},"variable":{"name":"SupportedIdTokenTypes"},"variableAttribute":[{"value":"ISO14443"}]}]}]',
  ],
])('what is no secret stays as it came (%s)', (_what, frame) => {
  expect(hideSecrets(frame)).toBe(frame);
});

test('a broken frame that may hold a secret is not kept', () => {
  expect(hideSecrets(`[2,"a","ChangeConfiguration",{"key":"AuthorizationKey","value":"${secret}`)).not.toContain(
    secret,
  );
});

test('a frame without secrets stays as it came', () => {
  const frame = '[2, "a", "ChangeConfiguration", {"key":"HeartbeatInterval",  "value":"300"}]';
  expect(hideSecrets(frame)).toBe(frame);
});

test('other values under the names of secrets stay readable', () => {
  const frame = [2, 'a', 'GetConfiguration', { key: ['AuthorizationKey', 'HeartbeatInterval'] }];
  expect(JSON.parse(hideSecrets(JSON.stringify(frame)))).toEqual(frame);
});
