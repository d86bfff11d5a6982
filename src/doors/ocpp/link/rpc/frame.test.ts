import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Frame, readFrame, writeFrame } from './frame.ts';

const messageId = fc.string({ minLength: 1, maxLength: 36 });
const action = fc.string({ maxLength: 40 });
const payload = fc.dictionary(
  fc.string().filter((name) => name !== '__proto__'),
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
);
const error = { messageId, code: fc.string(), description: fc.string({ maxLength: 255 }), details: payload };
const frame: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({ type: fc.constantFrom('call' as const, 'send' as const), messageId, action, payload }),
  fc.record({ type: fc.constant('result' as const), messageId, payload }),
  fc.record({ type: fc.constantFrom('error' as const, 'result-error' as const), ...error }),
);

test('whatever is written is read back the same', () => {
  fc.assert(
    fc.property(frame, (given) => {
      expect(readFrame(writeFrame(given), { hasSend: true })).toEqual({
        status: 'read',
        frame: given,
        isAltered: false,
      });
    }),
  );
});

test('what no table holds is replaced in all that a frame says, and its id stays', () => {
  const frame = { type: 'call' as const, messageId: 'a\0', action: 'X', payload: { 'b\0': ['\ud800', '\x1e', '👩'] } };
  const text = writeFrame(frame).replace('👩', '\\ud83d\\udc69');
  expect(readFrame(text, { hasSend: true })).toEqual({
    status: 'read',
    isAltered: true,
    frame: { ...frame, payload: { 'b\uFFFD': ['\uFFFD', '\uFFFD', '👩'] } },
  });
  const whole = readFrame('[4,"a","InternalError","\\ud83d\\udc69",{}]', { hasSend: true });
  expect(whole).toMatchObject({ isAltered: false, frame: { description: '👩' } });
});

test('no text makes the reader throw', () => {
  const nearlyFrames = fc.json({ depthSize: 'large' });
  fc.assert(
    fc.property(fc.oneof(fc.string(), nearlyFrames), (text) => {
      expect(readFrame(text, { hasSend: true })).toHaveProperty('status');
    }),
  );
});

test('a field named __proto__ never reaches a handler', () => {
  expect(readFrame('[2,"a","Heartbeat",{"__proto__":{"isAdmin":true}}]', { hasSend: false })).toMatchObject({
    status: 'broken-call',
    messageId: 'a',
    action: 'Heartbeat',
  });
});

const deep = `${'['.repeat(40)}${']'.repeat(40)}`;
test.each([
  ['[6,"a","X",{}]', false, 'unknown-type'],
  ['[5,"a","X","",{}]', false, 'unknown-type'],
  ['[2.5,"a","X",{}]', true, 'unknown-type'],
  ['["2","a","X",{}]', true, 'unknown-type'],
  ['[6,"a",5,{}]', true, 'broken-notice'],
  ['[6,"","X",{}]', true, 'broken-notice'],
  [`[5,"a","X","",${deep}]`, true, 'broken-notice'],
  [`[3,"a",${deep}]`, true, 'broken-answer'],
  ['[4,"a","X","",{"__proto__":1}]', false, 'broken-answer'],
  ['[3,7,{}]', false, 'broken-notice'],
  ['[2,"a","X",{},1]', false, 'broken-call'],
  ['[2,7,"X",{}]', false, 'unreadable'],
])('%s (hasSend %s) is %s', (text, hasSend, status) => {
  expect(readFrame(text, { hasSend }).status).toBe(status);
});
