import { expect, test } from 'vitest';
import { redactTokens } from './redact-tokens.ts';

const redacted = (frame: string) => redactTokens(frame, (token) => `<${token}>`);
const once = (value: object) => JSON.stringify(JSON.stringify(value));

test.each([
  ['[2,"1","Heartbeat",{}]', '[2,"1","Heartbeat",{}]'],
  ['{"idTag":"AB12"}', '{"idTag":"<AB12>"}'],
  ['{"parentIdTag" : "AB12"}', '{"parentIdTag" : "<AB12>"}'],
  ['{"idToken":{"idToken":"AB12","type":"Central"}}', '{"idToken":{"idToken":"<AB12>","type":"Central"}}'],
  ['{"id_tag":"A","ID-TOKEN":"B"}', '{"id_tag":"<A>","ID-TOKEN":"<B>"}'],
  ["{'idTag':'AB12'}", "{'idTag':'<AB12>'}"],
  ['{"idTag":1234}', '{"idTag":"<1234>"}'],
  ['{"idTag":AB12}', '{"idTag":"<AB12>"}'],
  ["{'idTag':12}", "{'idTag':'<12>'}"],
  ['{"idTag":null,"x":true}', '{"idTag":null,"x":true}'],
  ['{"idTag":true}', '{"idTag":true}'],
  ['{"idTag":}', '{"idTag":}'],
  ['{"idTokens":["A", "B"],"x":"C"}', '{"idTokens":["<A>", "<B>"],"x":"C"}'],
  ['{"idTokens":[]}', '{"idTokens":[]}'],
  ['{"idTag":"A\\"B"}', '{"idTag":"<A"B>"}'],
  ['{"idTag":"AB12', '{"idTag":"<AB12>'],
  ['{"idTag":"A\\u0042"}', '{"idTag":"<AB>"}'],
  ['{"\\u0069dTag":"AB"}', '{"\\u0069dTag":"<AB>"}'],
  ['{"idTag":"A","idTag":"B"}', '{"idTag":"<A>","idTag":"<B>"}'],
  ['{"idTag":"\\q"}', '{"idTag":"<\\q>"}'],
])('%s is kept as %s', (frame, kept) => {
  expect(redacted(frame)).toBe(kept);
});

test('JSON within a text is read too, and everything else stays as it came', () => {
  const frame = `[2,"1","DataTransfer",{"data":${once({ idTag: 'AB12', note: 'a "quote" \\ and\nline' })}}]`;
  expect(redacted(frame)).toBe(frame.replace('AB12', '<AB12>'));
  const deeper = JSON.stringify({ data: once({ idTag: 'AB12' }) });
  expect(redacted(deeper)).toBe(deeper.replace('AB12', '<AB12>'));
});

test('an escaped quote inside a text of JSON belongs to the token', () => {
  const inner = JSON.stringify({ idTag: 'A"B', next: 'x' });
  expect(redacted(JSON.stringify({ data: inner }))).toContain('<A"B>');
  expect(redacted(JSON.stringify({ data: inner }))).toContain('next');
});

test('white space within a text of JSON is white space', () => {
  expect(redacted('{"data":"{\\"idTag\\":\\n\\t\\"AB12\\"}"}')).toContain('<AB12>');
});

test('a frame that ends in backslashes is kept', () => {
  expect(redacted('{"idTag":"AB12\\\\')).toContain('<');
  expect(redacted('x\\u idTag"\\')).toBe('x\\u idTag"\\');
});

test('so many tokens get a hash of their own, the others none', () => {
  const tokens = Array.from({ length: 102 }, (_, index) => `t${index}`);
  const kept = redacted(JSON.stringify({ idTokens: tokens }));
  expect(kept).toContain('<t99>');
  expect(kept).not.toContain('<t100>');
  expect(kept.match(/tok_one-of-many/g)).toHaveLength(2);
});
