import type { CertificatePurpose, SigningPurpose } from '#contract/stations/certificates.ts';
import { byStatus, type Translator, unsaid } from '../../command.ts';
import { deleteInstalled, deliverCertificate, installRoot } from '../../shared/certificate-orders.ts';
import { listedOf } from '../installed-certificates.ts';
import type { Messages } from '../messages.generated.ts';

type WireType = NonNullable<Messages['GetInstalledCertificateIds']['request']['certificateType']>[number];

const types = {
  'csms-root': 'CSMSRootCertificate',
  'manufacturer-root': 'ManufacturerRootCertificate',
  'v2g-root': 'V2GRootCertificate',
  'mobility-operator-root': 'MORootCertificate',
  'v2g-chain': 'V2GCertificateChain',
  'oem-root': undefined,
} as const satisfies Record<CertificatePurpose, WireType | undefined>;

const lacks = 'Roots of vehicle makers came with OCPP 2.1';

export const installCertificate: Translator<Messages, 'install-certificate'> = async (input, context) => {
  const certificateType = types[input.purpose];
  if (certificateType === undefined) return unsaid('purpose', lacks);
  return installRoot(input, context, async (certificate) =>
    byStatus(await context.call('InstallCertificate', { certificateType, certificate })),
  );
};

export const deleteCertificate: Translator<Messages, 'delete-certificate'> = (hash, context) =>
  deleteInstalled(hash, context, async () =>
    byStatus(await context.call('DeleteCertificate', { certificateHashData: hash })),
  );

export const listCertificates: Translator<Messages, 'list-certificates'> = async (
  { purposes },
  { stationId, charging, call },
) => {
  const asked = purposes?.flatMap((purpose) => types[purpose] ?? []);
  if (asked?.length === 0) return unsaid('purposes', lacks);
  const response = await call('GetInstalledCertificateIds', asked === undefined ? {} : { certificateType: asked });
  const certificates = listedOf(response);
  await charging.certificates.recordListed({ stationId, purposes: purposes ?? null, certificates });
  const hasLoss = purposes?.includes('oem-root') ?? false;
  return byStatus(response, ['Accepted', 'NotFound'], {
    answer: { count: certificates.length },
    losses: hasLoss ? [{ field: 'purposes', why: lacks }] : [],
  });
};

/** Without a type the certificate serves for both. */
const signedTypes = {
  station: { certificateType: 'ChargingStationCertificate' },
  v2g: { certificateType: 'V2GCertificate' },
  v2g20: {}, // 2.0.1 never asks for one
  combined: {},
} as const satisfies Record<SigningPurpose, object>;

export const sendCertificate: Translator<Messages, 'send-certificate'> = (input, context) =>
  deliverCertificate(input, context, async ({ chain, purpose }) =>
    byStatus(await context.call('CertificateSigned', { certificateChain: chain, ...signedTypes[purpose] })),
  );
