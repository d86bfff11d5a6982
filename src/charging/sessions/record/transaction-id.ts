import { keyedHash } from '#ledger/installation.ts';
import type { SessionReads } from '../store/session-reads.ts';

const attempts = 4;

/**
 * The transaction id for an OCPP 1.6 start. It is computed from what makes the start itself, so that every repetition of the
 * start gets the same one, whoever answers; where another start of the station has taken it, the next is used.
 */
export async function transactionIdFor(
  { reads, key }: { reads: SessionReads; key: Buffer },
  stationId: string,
  startKey: string,
): Promise<number> {
  const candidates = Array.from({ length: attempts }, (_, attempt) =>
    candidate(key, `${stationId}\n${startKey}\n${attempt}`),
  );
  const taken = await reads.startKeys(stationId, candidates.map(String));
  const free = candidates.find((id) => !taken.has(String(id)) || taken.get(String(id)) === startKey);
  return free ?? candidate(key, `${stationId}\n${startKey}\n${attempts}`);
}

/** 31 bits, never 0: some stations use 0 and -1 for "none". */
function candidate(key: Buffer, text: string): number {
  return keyedHash(key, 'transaction id', text).readUInt32BE(0) & 0x7f_ff_ff_ff || 1;
}

/** Stations say 0, -1 or 2^63 - 1 when they have lost the number that they were given. */
export function isOurNumber(transactionId: number | null | undefined): transactionId is number {
  return typeof transactionId === 'number' && transactionId > 0 && transactionId < 2 ** 31;
}
