import { expect, test } from 'vitest';
import { hideCardNumbers, withoutCardNumbers } from './card-numbers.ts';

test.each([
  ['Visa', '4111111111111111', 'card-1111'],
  ['Visa, in groups', '4111 1111 1111 1111', 'card-1111'],
  ['Visa, with dashes', '4111-1111-1111-1111', 'card-1111'],
  ['Mastercard', '5555555555554444', 'card-4444'],
  ['Mastercard of the second range', '2223000048400011', 'card-0011'],
  ['American Express', '378282246310005', 'card-0005'],
  ['American Express, in its groups', '3782 822463 10005', 'card-0005'],
  ['Diners', '30569309025904', 'card-5904'],
  ['JCB', '3530111333300000', 'card-0000'],
  ['Discover', '6011111111111117', 'card-1117'],
  ['Elo', '6362970000457013', 'card-7013'],
  ['among words', 'card 4111111111111111 declined', 'card card-1111 declined'],
  ['with dots', '4111.1111.1111.1111', 'card-1111'],
  ['with slashes', '4111/1111/1111/1111', 'card-1111'],
  ['American Express with dots', '3782.822463.10005', 'card-0005'],
  ['after its name', 'PAN4111111111111111', 'PANcard-1111'],
  ['on the first track', '%B4111111111111111^DOE/JOE^2512', '%Bcard-1111^DOE/JOE^2512'],
  ['on the second track', ';4111111111111111=25121011?', ';card-1111=25121011?'],
  ['on the second track, in hexadecimal digits', '4111111111111111D2512101', 'card-1111D2512101'],
  ['filled up', '378282246310005F', 'card-0005F'],
  ['at the end of a sentence', 'Declined: 4111111111111111.', 'Declined: card-1111.'],
  ['in a link', 'https://pay.example/?pan=4111111111111111&x=1', 'https://pay.example/?pan=card-1111&x=1'],
])('%s', (_scheme, text, kept) => {
  expect(hideCardNumbers(text)).toBe(kept);
});

test.each([
  ['a wrong check digit', '4111111111111112'],
  ["a provider's reference", 'PSP-4111111111111111'],
  ['a number of twenty digits', '41111111111111111111'],
  ['a moment in milliseconds', '1772352000000'],
  ['a time', '2026-03-01T08:00:00.000Z'],
  ['an id of a message', '41111111-1111-4111-8111-111111111111'],
  ['a SIM card', '89490200001234567890'],
  ['an address', '4111.111.111.1111'],
  ['digits in a hexadecimal number', '0f4111111111111111ab'],
  ['digits in a version', '1.4111111111111111'],
  ['a reading', '{"value":4111.111111111111}'],
])('%s stays', (_what, text) => {
  expect(hideCardNumbers(text)).toBe(text);
});

test('a frame can be read afterwards', () => {
  const frame = '[2,"1","DataTransfer",{"vendorId":"x","data":"4111111111111111","n":378282246310005}]';
  const kept = JSON.parse(hideCardNumbers(frame)) as unknown;
  expect(kept).toEqual([2, '1', 'DataTransfer', { vendorId: 'x', data: 'card-1111', n: 999_999_999_990_005 }]);
});

test('a bare number of a message is hidden like a text, and serial numbers stay', () => {
  const message = {
    data: 4_111_111_111_111_111,
    list: [Number('6304000000000000000'), 5, 1_772_352_000_000],
    chargePointSerialNumber: '4111111111111111',
    chargeBoxSerialNumber: '4111111111111111',
    meterSerialNumber: '5500000000000004',
    modem: { iccid: '4111111111111111' },
  };
  expect(withoutCardNumbers(message, JSON.stringify(message))).toEqual({
    ...message,
    data: Number('9999999999991111'),
    list: [Number('9999999999999990000'), 5, 1_772_352_000_000],
  });
});

test('what names a session or is hashed anyway stays, and what has no card number is not copied', () => {
  const message = {
    transactionId: '4111111111111111',
    idToken: { idToken: '4111111111111111', type: 'DirectPayment' },
  };
  const told = { ...message, customData: { vendorId: 'x', track: ['4111111111111111'] } };
  expect(withoutCardNumbers(told, JSON.stringify(told))).toEqual({
    ...message,
    customData: { vendorId: 'x', track: ['card-1111'] },
  });
  const plain = { vendorId: 'x' };
  expect(withoutCardNumbers(plain, JSON.stringify(plain))).toBe(plain);
});
