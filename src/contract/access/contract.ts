import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import { revocationReason } from '../stations/certificates.ts';
import { tokenId, tokenValue } from './token.ts';

/** The name that a maker gives a vehicle for Plug & Charge; it is the common name of its provisioning certificate. */
export const pcid = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{5,32}$/, 'must be the provisioning id (PCID) of the vehicle: letters, digits and hyphens');

const note = visibleText.max(200);
const pem = z.string().max(20_000);

export const provisionedVehicle = z.object({
  id: z.string(),
  pcid: z.string(),
  note: z.string().nullable(),
  origin: z.enum(['ours', 'given']).describe('Who issued its provisioning certificate: our authority, or its maker'),
  certificateExpiresAt: time,
  registeredAt: time,
  registeredBy: z.string(),
});
export type ProvisionedVehicle = z.infer<typeof provisionedVehicle>;

export const provisionedVehicleList = z.object({ vehicles: z.array(provisionedVehicle) });

export const newProvisionedVehicle = z
  .object({
    certificate: pem.optional().describe('PEM of the provisioning certificate that the maker put into the vehicle'),
    csr: pem
      .optional()
      .describe(
        'PEM of a certificate request with the PCID as common name, to be signed by our own authority of makers',
      ),
    note: note.nullable().optional(),
  })
  .refine(({ certificate, csr }) => (certificate === undefined) !== (csr === undefined), {
    error: 'give either a certificate or a csr',
  });
export type NewProvisionedVehicle = z.output<typeof newProvisionedVehicle>;

export const addedVehicle = z.object({
  vehicle: provisionedVehicle,
  chain: z
    .string()
    .nullable()
    .describe('PEM of the certificate that was issued, with those above it; null: it was given'),
});
export type AddedVehicle = z.infer<typeof addedVehicle>;

export const contractCertificate = z.object({
  serialNumber: z.string(),
  stationId: z.string().describe('Through which it went to the vehicle'),
  issuedAt: time,
  expiresAt: time,
  revokedAt: time.nullable(),
});

export const contract = z.object({
  id: z.string(),
  state: z
    .enum(['waiting', 'installed', 'revoked'])
    .describe('waiting: the vehicle has not fetched its certificate; installed: it has one in force'),
  vehicleId: z.string(),
  pcid: z.string(),
  tokenId: z.string().describe('The token of type emaid that its sessions are billed to'),
  tokenLabel: z.string().nullable().describe('The last four characters of the eMAID; null: the token was removed'),
  driverId: z.string().nullable(),
  issuedAt: time,
  issuedBy: z.string(),
  revokedAt: time.nullable(),
  revokedBy: z.string().nullable(),
  revocationReason: revocationReason.nullable(),
  certificates: z.array(contractCertificate).describe('What vehicles fetched for it, newest first'),
});
export type Contract = z.infer<typeof contract>;

export const contractList = z.object({ contracts: z.array(contract) });

export const contractQuery = z.object({
  tokenId: tokenId.optional(),
  driverId: z.uuid().optional(),
  vehicleId: z.uuid().optional(),
});
export type ContractQuery = z.output<typeof contractQuery>;

export const newContract = z.object({
  pcid: pcid.describe('Of a vehicle that was registered before'),
  tokenId: tokenId.optional().describe('Of a token of type emaid; absent: one is made'),
  emaid: tokenValue.optional().describe('The eMAID of the new token, in any spelling; absent: one is made'),
  driverId: z.uuid().optional().describe('Whose the new token is'),
});
export type NewContract = z.output<typeof newContract>;

export const contractRevocation = z.object({ reason: revocationReason.default('cessation-of-operation') });
