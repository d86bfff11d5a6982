import { present } from '#base/present.ts';
import type { CertificatePurpose, SigningPurpose } from '#contract/stations/certificates.ts';
import { byStatus, type Translator } from '../../command.ts';
import { deliverCertificate, installRoot } from '../../shared/certificate-orders.ts';
import { listedOf } from '../../v201/installed-certificates.ts';
import type { Messages } from '../messages.generated.ts';

type WireType = NonNullable<Messages['GetInstalledCertificateIds']['request']['certificateType']>[number];

const types = {
  'csms-root': 'CSMSRootCertificate',
  'manufacturer-root': 'ManufacturerRootCertificate',
  'v2g-root': 'V2GRootCertificate',
  'mobility-operator-root': 'MORootCertificate',
  'oem-root': 'OEMRootCertificate',
  'v2g-chain': 'V2GCertificateChain',
} as const satisfies Record<CertificatePurpose, WireType>;

export const installCertificate: Translator<Messages, 'install-certificate'> = (input, context) =>
  installRoot(input, context, async (certificate) =>
    byStatus(await context.call('InstallCertificate', { certificateType: types[input.purpose], certificate })),
  );

export const listCertificates: Translator<Messages, 'list-certificates'> = async (
  { purposes },
  { stationId, charging, call },
) => {
  const asked = purposes === undefined ? {} : { certificateType: purposes.map((purpose) => types[purpose]) };
  const response = await call('GetInstalledCertificateIds', asked);
  const certificates = listedOf(response);
  await charging.certificates.recordListed({ stationId, purposes: purposes ?? null, certificates });
  return byStatus(response, ['Accepted', 'NotFound'], { answer: { count: certificates.length } });
};

const signedTypes = {
  station: 'ChargingStationCertificate',
  v2g: 'V2GCertificate',
  v2g20: 'V2G20Certificate',
  combined: undefined, // without a type the certificate serves for both
} as const satisfies Record<SigningPurpose, string | undefined>;

/** 2.1 names the request that it answers. */
export const sendCertificate: Translator<Messages, 'send-certificate'> = (input, context) =>
  deliverCertificate(input, context, async ({ chain, purpose, stationRequestId }) =>
    byStatus(
      await context.call('CertificateSigned', {
        certificateChain: chain,
        ...present({ certificateType: signedTypes[purpose], requestId: stationRequestId }),
      }),
    ),
  );
