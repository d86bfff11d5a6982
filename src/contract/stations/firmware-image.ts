import { z } from 'zod';
import { time, visibleText } from '../common.ts';

export const addFirmwareImage = z
  .object({
    vendor: visibleText.min(1).max(50).describe('As its stations report it'),
    model: visibleText.min(1).max(50).nullable().default(null).describe('null: every model of the vendor'),
    version: visibleText.min(1).max(50).describe('As a station reports it once it runs the image'),
    fileName: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'must be letters, digits, dots, dashes and underscores')
      .describe('The last part of its address; some stations look at its ending'),
    notes: visibleText.max(500).nullable().default(null),
    signingCertificate: z
      .string()
      .max(5500)
      .nullable()
      .default(null)
      .describe('PEM; with the signature: a signed image'),
    signature: z.string().max(800).nullable().default(null).describe('Base64, of the image: SHA-256'),
  })
  .refine(
    ({ signature, signingCertificate }) => (signature === null) === (signingCertificate === null),
    'signature and signingCertificate belong together',
  );
export type AddFirmwareImage = z.output<typeof addFirmwareImage>;

export const firmwareImage = z.object({
  id: z.uuid(),
  vendor: z.string(),
  model: z.string().nullable(),
  version: z.string(),
  fileName: z.string(),
  notes: z.string().nullable(),
  isSigned: z.boolean(),
  state: z.enum(['loading', 'ready', 'retired']),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  md5: z.string().nullable(),
  addedAt: time,
  addedBy: z.string(),
});
export type FirmwareImage = z.infer<typeof firmwareImage>;
export const firmwareImageList = z.object({ images: z.array(firmwareImage).describe('Newest first') });

/** How large the parts are in which an image is brought; the last one is smaller. */
export const imagePartBytes = 524_288;
export const maxImageBytes = 512 * 1_048_576;
