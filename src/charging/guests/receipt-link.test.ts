import { expect, test } from 'vitest';
import { receiptLink, sessionOfReceiptLink } from './receipt-link.ts';

const key = Buffer.alloc(32, 7);
const sessionId = '0198e1a0-0000-7000-8000-000000000001';

test('the link of a receipt names its session, and cannot be made up', () => {
  const link = receiptLink(key, sessionId);
  expect(sessionOfReceiptLink(key, link)).toBe(sessionId);
  const other = link.replace(sessionId, '0198e1a0-0000-7000-8000-000000000002');
  const wrong = [other, sessionId, `${sessionId}.`, '', 'x.y', `${link}x`, link.toUpperCase()];
  expect(wrong.filter((each) => sessionOfReceiptLink(key, each) !== undefined)).toEqual([]);
  expect(sessionOfReceiptLink(Buffer.alloc(32, 8), link)).toBeUndefined();
});
