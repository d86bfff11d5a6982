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
  ['whom it is asked about', [2, 'a', 'CustomerInformation', { customerIdentifier: secret }]],
  ['the password in an address', [2, 'a', 'UpdateFirmware', { location: `ftp://ana:${secret}@files.example/fw` }]],
])('%s is not kept', (_what, frame) => {
  const kept = hideSecrets(JSON.stringify(frame));
  expect(kept).not.toContain(secret);
  expect((JSON.parse(kept) as unknown[]).slice(0, 3)).toEqual(frame.slice(0, 3));
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
