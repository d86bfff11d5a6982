import type { TransferStatus, VendorMessage } from '#contract/stations/data-transfer.ts';

export type TransferAnswer = { status: TransferStatus; data: string | null };

/** P02: a vendor nobody registered and a message its vendor does not have are told apart. */
export function answerTo(
  vendors: readonly VendorMessage[],
  { vendorId, messageId }: { vendorId: string; messageId: string | null },
): TransferAnswer {
  const ofVendor = vendors.filter((row) => row.vendorId === vendorId);
  if (ofVendor.length === 0) return { status: 'unknown-vendor', data: null };
  const row = ofVendor.find((one) => one.messageId === messageId) ?? ofVendor.find((one) => one.messageId === null);
  return row === undefined ? { status: 'unknown-message', data: null } : { status: row.status, data: row.data };
}
