import { isUuid } from '#base/uuid.ts';
import { keyedHash } from '#ledger/installation.ts';
import { isSame } from '../payment-addresses/totp.ts';

/** The last part of the address of a receipt: whoever was given it can read the receipt of this session, and of no other. */
export function receiptLink(installationKey: Buffer, sessionId: string): string {
  return `${sessionId}.${keyedHash(installationKey, 'receipt-link', sessionId).toString('base64url')}`;
}

/** Undefined: it is no link of ours. */
export function sessionOfReceiptLink(installationKey: Buffer, link: string): string | undefined {
  const [sessionId = ''] = link.split('.', 1);
  return isUuid(sessionId) && isSame(receiptLink(installationKey, sessionId), link) ? sessionId : undefined;
}
