import { expect, test } from 'vitest';
import { holdsAny, holdsWord } from './forget-driver.ts';
import { forgetting } from './words-to-forget.ts';

test('words are taken out of texts in any case and however JSON writes them, and longer ones stay', () => {
  const replace = forgetting(['ABC123', 'Zoë "Z" Lima', '+55 (11) 9.9']);
  expect(replace('card abc123, ABC1234 and xABC123')).toBe('card (forgotten), ABC1234 and xABC123');
  expect(replace(JSON.stringify({ name: 'Zoë "Z" Lima' }))).toBe('{"name":"(forgotten)"}');
  expect(replace('"Zo\\u00eb \\"Z\\" Lima"')).toBe('"(forgotten)"');
  expect(replace('call +55 (11) 9.9!')).toBe('call (forgotten)!');
  expect(replace(JSON.stringify({ text: 'read:\nABC123', in: JSON.stringify({ name: 'Zoë "Z" Lima' }) }))).toBe(
    JSON.stringify({ text: 'read:\n(forgotten)', in: '{"name":"(forgotten)"}' }),
  );
  expect(replace('[2,"id","DataTransfer",{"data":"of abc123')).toBe('[2,"id","DataTransfer",{"data":"of (forgotten)');
  expect(forgetting([])('nothing')).toBe('nothing');
});

test('a number of JSON is never a word, and what stays is written as it came', () => {
  const replace = forgetting(['20260301', 'ABC123']);
  expect(replace('{"at": 20260301, "n": 1.50, "id":"20260301", "t":"ABC123"}')).toBe(
    '{"at": 20260301, "n": 1.50, "id":"(forgotten)", "t":"(forgotten)"}',
  );
  const withPin = forgetting(['3600']);
  const told = {
    seconds: 3600,
    interval: '3600',
    data: '{"wait": 3600, "why": "PIN 3600"}',
    text: 'PIN 3600 was typed',
  };
  expect(withPin(JSON.stringify(told))).toBe(
    JSON.stringify({ ...told, data: '{"wait": 3600, "why": "PIN (forgotten)"}', text: 'PIN (forgotten) was typed' }),
  );
});

test('what is written inside Base64 or hexadecimal digits is found, also inside JSON', () => {
  const record = 'OCMF|{"ID":"1F2D3A4F"}|{}';
  const base64 = Buffer.from(record).toString('base64');
  for (const text of [
    record,
    base64,
    Buffer.from(record).toString('hex'),
    JSON.stringify({ signedMeterData: base64 }),
  ]) {
    expect(holdsAny(text, ['1f2d3a4f'])).toBe(true);
    expect(holdsAny(text, ['2F2D3A4F'])).toBe(false);
    expect(holdsWord(text, (word) => word === '1F2D3A4F')).toBe(true);
    expect(holdsWord(text, (word) => word === '1F2D3A4')).toBe(false);
  }
});
