import { isRecord, ownJson } from '#base/json.ts';
import { type OcmfRecord, readOcmf } from './ocmf.ts';
import type { SignedSample } from './sample.ts';

export type SignedData =
  | { kind: 'ocmf'; record: OcmfRecord; publicKey: string | null }
  | { kind: 'broken' | 'other'; publicKey: string | null };

/**
 * OCPP 2.x sends Base64 of the record. OCPP 1.6 has one text for everything: the record itself, or JSON with the fields of 2.x
 * (OCA, Signed Meter Values), or either of them in hexadecimal digits or Base64.
 */
export function openSignedData({ data, encoding, publicKey }: SignedSample): SignedData {
  for (const bytes of readings(data.trim())) {
    if (isOcmf(bytes)) return ofRecord(bytes, publicKey);
    const wrapped = readWrapped(bytes.toString());
    if (wrapped !== undefined) return openSignedData({ ...wrapped, publicKey: wrapped.publicKey ?? publicKey });
  }
  return { kind: encoding !== null && /^ocmf\b/i.test(encoding.trim()) ? 'broken' : 'other', publicKey };
}

function ofRecord(bytes: Buffer, publicKey: string | null): SignedData {
  const record = readOcmf(bytes);
  return record === undefined ? { kind: 'broken', publicKey } : { kind: 'ocmf', record, publicKey };
}

function isOcmf(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString() === 'OCMF';
}

function* readings(data: string): Iterable<Buffer> {
  yield Buffer.from(data);
  if (/^([0-9a-f]{2})+$/i.test(data)) yield Buffer.from(data, 'hex');
  if (/^[A-Za-z0-9+/_\s-]+={0,2}$/.test(data)) yield Buffer.from(data, 'base64');
}

function readWrapped(text: string): SignedSample | undefined {
  if (!text.startsWith('{')) return undefined;
  const read = ownJson(text);
  if (!isRecord(read)) return undefined;
  const field = (name: string) => (typeof read[name] === 'string' ? read[name] : null);
  const data = field('signedMeterData');
  if (data === null || data.startsWith('{')) return undefined;
  return { data, method: field('signingMethod'), encoding: field('encodingMethod'), publicKey: field('publicKey') };
}
