import { generateKeyPairSync, sign } from 'node:crypto';
import type { MeterKeyCurve } from '../../src/contract/sessions/meter-keys.ts';

const opensslNames: Record<MeterKeyCurve, string> = {
  secp192k1: 'secp192k1',
  secp192r1: 'prime192v1',
  secp256k1: 'secp256k1',
  secp256r1: 'prime256v1',
  secp384r1: 'secp384r1',
  brainpool256r1: 'brainpoolP256r1',
  brainpool384r1: 'brainpoolP384r1',
};
export const allCurves = Object.keys(opensslNames) as MeterKeyCurve[];

export type Page = {
  number: number;
  /** T: of a session. F: of the grid. */
  context?: 'T' | 'F';
  readings: readonly { reason: string; at: string; kwh: number; obis?: string }[];
  /** Of the signature. */
  encoding?: 'hex' | 'base64';
  isPlain?: boolean;
  /** The token that it names. */
  token?: string;
};

/** A meter that signs what it reads, with a key of its own. */
export function ocmfMeter(curve: MeterKeyCurve = 'secp256r1') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: opensslNames[curve] });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return {
    curve,
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    der: spki,
    /** Both coordinates, as printed on some meters. */
    point: spki.subarray(-2 * (Number(/\d+/.exec(curve)?.[0]) / 8)),
    /** As OCPP sends it along. */
    envelope: Buffer.from(`oca:base16:asn1:${spki.toString('hex')}`).toString('base64'),
    record({
      number,
      context = 'T',
      readings,
      encoding = 'hex',
      isPlain = false,
      token = '1F2D3A4F5506C7',
    }: Page): string {
      const payload = JSON.stringify({
        FV: '1.0',
        GI: 'Gateway',
        GS: '808829900001',
        PG: `${context}${number}`,
        MS: 'BQ27400330016',
        IS: true,
        IT: 'ISO14443',
        ID: token,
        TT: 'Tarif „Ökostrom“',
        RD: readings.map(({ reason, at, kwh, obis }, index) => ({
          TM: `${at.replace('Z', '').replace('.', ',')}+0000 S`,
          TX: reason,
          RV: kwh,
          ...(index === 0 && { RI: obis ?? '01-00:01.08.00.FF', RU: 'kWh', ST: 'G' }),
        })),
      });
      const dsaEncoding = isPlain ? 'ieee-p1363' : 'der';
      const signature = sign('sha256', Buffer.from(payload), { key: privateKey, dsaEncoding }).toString(encoding);
      const told = { SA: `ECDSA-${curve}-SHA256`, ...(encoding === 'base64' && { SE: encoding }), SD: signature };
      return `OCMF|${payload}|${JSON.stringify(told)}`;
    },
  };
}
