import { expect, test } from 'vitest';
import type { VendorMessage } from '#contract/stations/data-transfer.ts';
import { answerTo } from './answer-to.ts';

function row(vendorId: string, messageId: string | null, data: string | null = null): VendorMessage {
  const registered = { registeredAt: '2026-03-01T08:00:00.000Z', registeredBy: 'test' };
  return { vendorId, messageId, status: 'accepted', data, carriesDisplayMessages: false, ...registered };
}

const vendors = [row('br.ipe', 'Ping', 'pong'), row('br.jatoba', null)];

test.each([
  ['br.ipe', 'Ping', 'accepted', 'pong'],
  ['br.ipe', 'Pong', 'unknown-message', null],
  ['br.ipe', null, 'unknown-message', null],
  ['br.jatoba', 'Anything', 'accepted', null],
  ['br.jatoba', null, 'accepted', null],
  ['nobody', 'Ping', 'unknown-vendor', null],
])('%s %s is answered %s', (vendorId, messageId, status, data) => {
  expect(answerTo(vendors, { vendorId, messageId })).toEqual({ status, data });
});
