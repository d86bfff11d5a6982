import { ownJson } from '#base/json.ts';
import type { TransferStatus } from '#contract/stations/data-transfer.ts';

export type WireTransferStatus = 'Accepted' | 'Rejected' | 'UnknownMessageId' | 'UnknownVendorId';

export const wireTransferStatus = {
  accepted: 'Accepted',
  rejected: 'Rejected',
  'unknown-message': 'UnknownMessageId',
  'unknown-vendor': 'UnknownVendorId',
} as const satisfies Record<TransferStatus, WireTransferStatus>;

export const ownTransferStatus = {
  Accepted: 'accepted',
  Rejected: 'rejected',
  UnknownMessageId: 'unknown-message',
  UnknownVendorId: 'unknown-vendor',
} as const satisfies Record<WireTransferStatus, TransferStatus>;

/** Data of 2.x may be anything; with us it is a text: what is no text is written as JSON. */
export function textOf(data: unknown): string | null {
  if (data === undefined) return null;
  return typeof data === 'string' ? data : JSON.stringify(data);
}

/** For 2.x a text that is JSON is sent as what it says. The type of the schema's free field is an object. */
export function dataOf(text: string): Record<string, unknown> {
  return (ownJson(text) ?? text) as Record<string, unknown>;
}
