import { isRecord, ownJson } from '#base/json.ts';
import type { MeterKeyCurve } from '#contract/sessions/meter-keys.ts';
import type { SignedReading } from '#contract/sessions/signed-values.ts';

/** A record of the Open Charge Metering Format: what was signed, to the byte, its signature, and what it says. */
export type OcmfRecord = {
  /** The payload as the meter wrote it. It is never written anew: another space would be another signature. */
  signed: Buffer;
  /** null: signed in a way that we cannot check. */
  signature: { curve: MeterKeyCurve; bytes: Buffer } | null;
  pagination: string | null;
  /** Who counts the pages: the serial numbers of gateway and meter. */
  source: string;
  readings: SignedReading[];
};

const curveOf: Readonly<Record<string, MeterKeyCurve>> = {
  'ecdsa-secp192k1-sha256': 'secp192k1',
  'ecdsa-secp192r1-sha256': 'secp192r1',
  'ecdsa-secp256k1-sha256': 'secp256k1',
  'ecdsa-secp256r1-sha256': 'secp256r1',
  'ecdsa-secp384r1-sha256': 'secp384r1',
  'ecdsa-brainpool256r1-sha256': 'brainpool256r1',
  'ecdsa-brainpoolp256r1-sha256': 'brainpool256r1',
  'ecdsa-brainpool384r1-sha256': 'brainpool384r1',
  'ecdsa-brainpoolp384r1-sha256': 'brainpool384r1',
};

const usual = { SA: 'ECDSA-secp256r1-SHA256', SE: 'hex', SM: 'application/x-der' };

/** `OCMF|payload|signature`; undefined when it is none, or broken. */
export function readOcmf(bytes: Buffer): OcmfRecord | undefined {
  const sections = bytes.toString('latin1').split('|'); // one character per byte, whatever the bytes are
  const [header, signed, signatureSection] = sections.map((section) => Buffer.from(section, 'latin1'));
  if (sections.length !== 3 || header?.toString().trim() !== 'OCMF' || !signed || !signatureSection) return undefined;
  const payload = readObject(signed);
  const signature = readObject(signatureSection);
  if (payload === undefined || signature === undefined) return undefined;
  return {
    signed,
    signature: readSignature(signature),
    pagination: textOf(payload['PG']),
    source: [payload['GS'], payload['MS']].map((serial) => textOf(serial) ?? '').join('\n'),
    readings: readReadings(payload['RD']),
  };
}

function readSignature(given: Record<string, unknown>): OcmfRecord['signature'] {
  const [algorithm, encoding, type] = (['SA', 'SE', 'SM'] as const).map((name) =>
    (textOf(given[name]) ?? usual[name]).toLowerCase(),
  );
  const curve = curveOf[algorithm ?? ''];
  if (curve === undefined || type !== usual.SM || (encoding !== 'hex' && encoding !== 'base64')) return null;
  return { curve, bytes: Buffer.from(textOf(given['SD']) ?? '', encoding) };
}

const ends = new Set(['E', 'L', 'R', 'A', 'P']);

/** A field that a reading leaves out is that of the reading before it. */
function readReadings(given: unknown): SignedReading[] {
  if (!Array.isArray(given)) return [];
  let whole: Record<string, unknown> = {};
  return given.map((reading: unknown): SignedReading => {
    whole = { ...whole, ...(isRecord(reading) ? reading : {}) };
    const reason = textOf(whole['TX']) ?? '';
    return {
      kind: reason === 'B' ? 'begin' : ends.has(reason) ? 'end' : 'other',
      at: timeOf(textOf(whole['TM'])),
      wh: drawnWh(whole),
      obis: textOf(whole['RI']),
      meterStatus: textOf(whole['ST']),
    };
  });
}

/** OBIS 1.8 is the register of what was drawn, and OCMF has B0 to B3 for it. Without a code the unit has to do. */
const drawnRegister = /^(?:[\da-f]+-[\da-f]+:)?(?:0?1|b[0-3])\.0?8\./i;

function drawnWh({ RV: value, RI: identifier, RU: unit }: Record<string, unknown>): number | null {
  const factor = { kwh: 1000, wh: 1 }[textOf(unit)?.toLowerCase() ?? ''];
  const code = textOf(identifier);
  const number = typeof value === 'string' ? Number(value) : value;
  if (factor === undefined || typeof number !== 'number' || !Number.isFinite(number)) return null;
  if (code !== null && !drawnRegister.test(code)) return null;
  return Math.round(number * factor * 1000) / 1000;
}

/** `2018-07-24T13:22:04,000+0200 S` */
function timeOf(text: string | null): string | null {
  const [, day, fraction = '', zone] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:?\d\d)/.exec(text ?? '') ?? [];
  if (day === undefined || zone === undefined) return null;
  const time = new Date(`${day}.${fraction.padEnd(3, '0').slice(0, 3)}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function readObject(bytes: Buffer): Record<string, unknown> | undefined {
  const read = ownJson(bytes.toString());
  return isRecord(read) ? read : undefined;
}

function textOf(given: unknown): string | null {
  return typeof given === 'string' ? given : null;
}
