import { z } from 'zod';
import { time } from '../common.ts';

export const meterKeyCurve = z.enum([
  'secp192k1',
  'secp192r1',
  'secp256k1',
  'secp256r1',
  'secp384r1',
  'brainpool256r1',
  'brainpool384r1',
]);
export type MeterKeyCurve = z.infer<typeof meterKeyCurve>;

/** The key by which the meter of an EVSE signs. Meters are swapped, so each key has its time. */
export const newMeterKey = z.object({
  evseId: z.int().min(1),
  publicKey: z
    .string()
    .min(1)
    .max(4000)
    .describe('PEM, DER in hexadecimal digits or Base64, oca:base16:asn1:…, or the bare point as printed on a meter'),
  curve: meterKeyCurve.optional().describe('Needed for a bare point, which does not say it'),
  validFrom: z.iso.datetime({ offset: true }).nullable().default(null).describe('null: from the beginning'),
  validTo: z.iso.datetime({ offset: true }).nullable().default(null).describe('null: until further notice'),
});
export type NewMeterKey = z.output<typeof newMeterKey>;

export const setMeterKeys = z.object({
  keys: z.array(newMeterKey).max(200).describe('All keys of the station; they replace those that were stored'),
});

export const meterKey = z.object({
  id: z.string().describe('The same for the same key: the beginning of its SHA-256'),
  evseId: z.int(),
  publicKey: z.string().describe('DER in Base64'),
  curve: meterKeyCurve,
  validFrom: time.nullable(),
  validTo: time.nullable(),
  setAt: time,
  setBy: z.string(),
});
export type MeterKey = z.infer<typeof meterKey>;

export const meterKeyList = z.object({ keys: z.array(meterKey) });
export type MeterKeyList = z.infer<typeof meterKeyList>;
