import { verify } from 'node:crypto';
import { promisify } from 'node:util';
import type { SignatureVerdict, VerdictReason } from '#contract/sessions/signed-values.ts';
import type { OcmfRecord } from './ocmf.ts';
import type { PublicKey } from './public-key.ts';
import type { SignedData } from './signed-data.ts';

export type StoredKey = PublicKey & { id: string; validFrom: Date | null; validTo: Date | null };

export type Keys = {
  stored: readonly StoredKey[];
  /** What the station sent along in this session; some send it once and not with every value. */
  own: readonly PublicKey[];
  /** It sent one that nobody can read. */
  hasUnreadable: boolean;
};

export type Verdict = { verdict: SignatureVerdict; reason: VerdictReason | null; keyId: string | null };

// Beside the main thread: a signature takes up to a millisecond.
const verifyAside = promisify(verify);

/** Whether the value is as the meter signed it, as far as the keys that are known can tell. `at`: when it was read. */
export async function checkSignature(data: SignedData, keys: Keys, at: Date): Promise<Verdict> {
  if (data.kind !== 'ocmf') {
    return data.kind === 'broken'
      ? { verdict: 'failed', reason: 'unreadable', keyId: null }
      : { verdict: 'not-checked', reason: 'encoding-not-supported', keyId: null };
  }
  const { record } = data;
  if (record.signature === null) return { verdict: 'not-checked', reason: 'algorithm-not-supported', keyId: null };
  const stored = await firstThatFits(record, keys.stored);
  if (stored !== undefined) {
    const isValid = (stored.validFrom ?? at) <= at && at < (stored.validTo ?? new Date(at.getTime() + 1));
    return isValid
      ? { verdict: 'verified', reason: null, keyId: stored.id }
      : { verdict: 'failed', reason: 'key-not-valid-then', keyId: stored.id };
  }
  if ((await firstThatFits(record, keys.own)) !== undefined)
    return { verdict: 'verified-by-own-key', reason: null, keyId: null };
  const tried = [...keys.stored, ...keys.own];
  if (tried.length === 0)
    return { verdict: 'not-checked', reason: keys.hasUnreadable ? 'key-unreadable' : 'no-key', keyId: null };
  const isOtherCurve = tried.every(({ curve }) => curve !== record.signature?.curve);
  return { verdict: 'failed', reason: isOtherCurve ? 'other-curve' : 'signature-does-not-match', keyId: null };
}

async function firstThatFits<Key extends PublicKey>(
  { signed, signature }: OcmfRecord,
  keys: readonly Key[],
): Promise<Key | undefined> {
  if (signature === null) return undefined;
  // Meters are known that write the two numbers plainly, although the record says DER.
  const dsaEncoding =
    signature.bytes[0] === 0x30 && signature.bytes[1] === signature.bytes.length - 2 ? 'der' : 'ieee-p1363';
  for (const known of keys) {
    if (known.curve !== signature.curve) continue;
    const fits = await verifyAside('sha256', signed, { key: known.key, dsaEncoding }, signature.bytes).catch(
      () => false,
    );
    if (fits) return known;
  }
  return undefined;
}
