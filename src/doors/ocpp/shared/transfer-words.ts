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

/** In 2.x `data` may have any type; here it is a text, so other types are written as JSON. */
export function textOf(data: unknown): string | null {
  if (data === undefined) return null;
  return typeof data === 'string' ? data : JSON.stringify(data);
}

/** To 2.x a text that is JSON is sent as the value it describes. The schema types this free field as an object. */
export function dataOf(text: string): Record<string, unknown> {
  return (ownJson(text) ?? text) as Record<string, unknown>;
}
