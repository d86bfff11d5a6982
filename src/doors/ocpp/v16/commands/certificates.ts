import type { CertificatePurpose } from '#contract/stations/certificates.ts';
import { accepted, byStatus, type Translator, unsaid } from '../../command.ts';
import { deleteInstalled, deliverCertificate, installRoot } from '../../shared/certificate-orders.ts';
import type { Messages } from '../messages.generated.ts';

/** The security extension knows two kinds of roots; certificates for vehicles came with 2.0.1. */
const types = {
  'csms-root': 'CentralSystemRootCertificate',
  'manufacturer-root': 'ManufacturerRootCertificate',
  'v2g-root': undefined,
  'mobility-operator-root': undefined,
  'oem-root': undefined,
  'v2g-chain': undefined,
} as const satisfies Record<
  CertificatePurpose,
  Messages['InstallCertificate']['request']['certificateType'] | undefined
>;

const lacks = 'OCPP 1.6 knows certificates of the CSMS and the manufacturer only';

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

/** 1.6 lists one kind at a time. */
export const listCertificates: Translator<Messages, 'list-certificates'> = async (
  { purposes: wanted },
  { stationId, charging, call },
) => {
  const purposes = (wanted ?? (['csms-root', 'manufacturer-root'] as const)).filter((purpose) => types[purpose]);
  if (purposes.length === 0) return unsaid('purposes', lacks);
  const certificates = [];
  for (const purpose of purposes) {
    const { certificateHashData = [] } = await call('GetInstalledCertificateIds', {
      certificateType: types[purpose] ?? 'CentralSystemRootCertificate',
    });
    certificates.push(...certificateHashData.map((hash) => ({ ...hash, purpose, below: [] })));
  }
  await charging.certificates.recordListed({ stationId, purposes, certificates });
  const hasLoss = wanted !== undefined && wanted.length > purposes.length;
  return accepted({
    answer: { count: certificates.length },
    losses: hasLoss ? [{ field: 'purposes', why: lacks }] : [],
  });
};

export const sendCertificate: Translator<Messages, 'send-certificate'> = (input, context) =>
  deliverCertificate(input, context, async ({ chain }) =>
    byStatus(await context.call('CertificateSigned', { certificateChain: chain })),
  );
