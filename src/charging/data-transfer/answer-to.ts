import type { TransferStatus, VendorMessage } from '#contract/stations/data-transfer.ts';

/** Data is a text; where a version sends JSON, its JSON. */
export type TransferMessage = { stationId: string; vendorId: string; messageId: string | null; data: string | null };

/** What stations say. It stands apart from what answers, so that a handler needs no more than this shape. */
export type TransferQuestions = { receive(sent: TransferMessage & { at: Date }): Promise<TransferAnswer> };

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
