import type { OcpiVersion } from '#roaming/model/versions.ts';
import { toWire } from './mappers/mapper.ts';

/** What a route answers: data in our model, and how it went. */
export type Reply = {
  data?: unknown;
  code?: number;
  message?: string;
  httpStatus?: number;
  headers?: Record<string, string>;
  /** It stands in the words of the wire already. */
  isWire?: boolean;
};

export function envelope(
  { data, code = 1000, message, isWire = false }: Reply,
  version: OcpiVersion,
  now: Date,
): object {
  return {
    ...(data !== undefined && { data: isWire ? data : toWire(version, data) }),
    status_code: code,
    ...(message !== undefined && { status_message: message.slice(0, 255) }),
    timestamp: now.toISOString(),
  };
}
