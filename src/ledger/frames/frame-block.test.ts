import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { blockDictionary } from './block-dictionary.ts';
import { readBlock, toBlock } from './frame-block.ts';
import type { Exchange } from './frame-recorder.ts';

const messageId = '5d1e3a70-6f0b-4a52-9d6b-0c1f6b8a7e21';
const exchange: Exchange = {
  stationId: 'CP-7',
  version: '2.0.1',
  at: new Date('2026-03-01T08:00:00Z'),
  caller: 'station',
  action: 'TransactionEvent',
  messageId,
  request: `[2,"${messageId}","TransactionEvent",{"eventType":"Updated","timestamp":"2026-03-01T08:00:00Z","triggerReason":"MeterValuePeriodic","seqNo":4,"transactionInfo":{"transactionId":"T-1","chargingState":"Charging"},"evse":{"id":2,"connectorId":1},"meterValue":[{"timestamp":"2026-03-01T08:00:00Z","sampledValue":[{"value":7412.5,"context":"Sample.Periodic","measurand":"Energy.Active.Import.Register","unitOfMeasure":{"unit":"Wh"}}]}]}]`,
  answer: `[3,"${messageId}",{}]`,
  answeredAfterMs: 4,
  outcome: 'answered',
  requestId: null,
};

test('a frame that stands alone in its block takes a third of what it would without the dictionary', () => {
  const { frames } = toBlock({ shelf: 1, exchanges: [exchange] });
  const alone = zstdCompressSync(zstdDecompressSync(frames, { dictionary: blockDictionary }));
  expect(frames.length * 3).toBeLessThan(alone.length * 1.2);
  expect(readBlock({ id: 1, frames }, 'CP-7')).toEqual([{ ...exchange, id: 1024 }]);
});

test('a block of before, without a dictionary, is read as well', () => {
  const { frames } = toBlock({ shelf: 1, exchanges: [exchange, { ...exchange, stationId: 'CP-8' }] });
  const before = zstdCompressSync(zstdDecompressSync(frames, { dictionary: blockDictionary }));
  expect(readBlock({ id: 1, frames: before }, 'CP-8')).toEqual([{ ...exchange, stationId: 'CP-8', id: 1025 }]);
});

test('the dictionary is what old blocks were written with', () => {
  expect(createHash('sha256').update(blockDictionary).digest('hex').slice(0, 16)).toBe('27a4b13a3ad4c7bc');
});
