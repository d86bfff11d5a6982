import type { SignedValue } from '#contract/sessions/signed-values.ts';

type Told = Pick<SignedValue, 'context' | 'data' | 'encoding' | 'publicKey'>;

export type SignedData = {
  encodingMethod: string;
  publicKey?: string;
  signedValues: { nature: 'Start' | 'Intermediate' | 'End'; plainData: string; signedData: string }[];
};

/**
 * What the meter signed, as a record of OCPI carries it: to the byte, so that the driver's provider can verify it by itself. Values of
 * another encoding than the first one have no place there.
 */
export function signedDataOf(values: readonly Told[]): SignedData | undefined {
  const opened = values.map((value) => ({ ...value, ...opensAs(value.data) }));
  const [first] = opened;
  if (first === undefined) return undefined;
  const encodingMethod = methodOf(first).slice(0, 36);
  const alike = opened.filter((value) => methodOf(value).slice(0, 36) === encodingMethod);
  const publicKey = opened.find((value) => value.publicKey !== null && value.publicKey !== '')?.publicKey;
  return {
    encodingMethod,
    ...(publicKey && { publicKey }),
    signedValues: alike.map(({ context, bytes }) => ({
      nature: natureOf(context),
      plainData: plainOf(bytes),
      signedData: bytes.toString('base64'),
    })),
  };
}

/** OCPP 2.x sends Base64 of the record; 1.6 the record itself, or its bytes in either way. */
function opensAs(data: string): { bytes: Buffer; isOcmf: boolean } {
  const text = data.trim();
  const readings = [Buffer.from(text), Buffer.from(text, 'hex'), Buffer.from(text, 'base64')];
  const ocmf = readings.find((bytes) => bytes.subarray(0, 5).toString() === 'OCMF|');
  if (ocmf !== undefined) return { bytes: ocmf, isOcmf: true };
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  return { bytes: isBase64 ? Buffer.from(text, 'base64') : Buffer.from(text), isOcmf: false };
}

function methodOf({ encoding, isOcmf }: Pick<Told, 'encoding'> & { isOcmf: boolean }): string {
  if (isOcmf) return 'OCMF';
  return encoding === null || encoding === '' ? 'unknown' : encoding;
}

function natureOf(context: string | null): SignedData['signedValues'][number]['nature'] {
  if (context !== null && /begin/i.test(context)) return 'Start';
  return context !== null && /end/i.test(context) ? 'End' : 'Intermediate';
}

/** Of OCMF what was signed, without the signature behind it. */
function plainOf(bytes: Buffer): string {
  const text = bytes.toString();
  if (!text.startsWith('OCMF|')) return text;
  const end = text.lastIndexOf('|');
  return text.slice('OCMF|'.length, end > 'OCMF|'.length ? end : undefined);
}
