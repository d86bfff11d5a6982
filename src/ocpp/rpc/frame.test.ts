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
      expect(readFrame(writeFrame(given))).toEqual({ status: 'read', frame: given });
    }),
  );
});

test('no text makes the reader throw', () => {
  const nearlyFrames = fc.json({ depthSize: 'large' });
  fc.assert(
    fc.property(fc.oneof(fc.string(), nearlyFrames), (text) => {
      expect(readFrame(text)).toHaveProperty('status');
    }),
  );
});

test('a field named __proto__ never reaches a handler', () => {
  expect(readFrame('[2,"a","Heartbeat",{"__proto__":{"isAdmin":true}}]')).toMatchObject({
    status: 'broken-call',
    messageId: 'a',
  });
});
