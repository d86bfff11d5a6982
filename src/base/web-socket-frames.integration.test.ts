import { expect, test } from 'vitest';
import { WebSocketFrames } from './web-socket-frames.ts';

/** A frame as a client sends it: masked. */
function frame(opcode: number, payloadBytes: number): Buffer {
  const length =
    payloadBytes < 126
      ? Buffer.from([128 | payloadBytes])
      : payloadBytes < 65_536
        ? Buffer.from([128 | 126, payloadBytes >> 8, payloadBytes & 255])
        : Buffer.concat([Buffer.from([128 | 127]), bigEndian(payloadBytes)]);
  return Buffer.concat([
    Buffer.from([128 | opcode]),
    length,
    Buffer.from([1, 2, 3, 4]),
    Buffer.alloc(payloadBytes, 0x81),
  ]);
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

const stream = Buffer.concat([
  ...[frame(1, 0), frame(9, 5), frame(2, 125), frame(1, 126), frame(0, 300), frame(0, 0)],
  ...[frame(10, 0), frame(1, 70_000), frame(1, 7)],
]);

test.each([1, 2, 3, 7, 64, 65_536, 1_000_000])('frames are counted in pieces of %i bytes', (pieceBytes) => {
  const frames = new WebSocketFrames();
  const sum = { messages: 0, fragments: 0, control: 0 };
  for (let at = 0; at < stream.length; at += pieceBytes) {
    const counts = frames.count(stream.subarray(at, at + pieceBytes));
    for (const kind of ['messages', 'fragments', 'control'] as const) sum[kind] += counts[kind];
  }
  expect(sum).toEqual({ messages: 5, fragments: 2, control: 2 });
});
