import type { CertificatePurpose } from '#contract/stations/certificates.ts';
import type { Messages } from '../v21/messages.generated.ts';

type Listed = Messages['GetInstalledCertificateIds']['response'];
type WireType = NonNullable<Listed['certificateHashDataChain']>[number]['certificateType'];

const purposes = {
  CSMSRootCertificate: 'csms-root',
  ManufacturerRootCertificate: 'manufacturer-root',
  V2GRootCertificate: 'v2g-root',
  MORootCertificate: 'mobility-operator-root',
  OEMRootCertificate: 'oem-root',
  V2GCertificateChain: 'v2g-chain',
} as const satisfies Record<WireType, CertificatePurpose>;

/** What a 2.x station says it has; 2.1 only adds a kind. */
export function listedOf({ certificateHashDataChain = [] }: Pick<Listed, 'certificateHashDataChain'>) {
  return certificateHashDataChain.map(({ certificateType, certificateHashData, childCertificateHashData = [] }) => ({
    ...withoutCustomData(certificateHashData),
    purpose: purposes[certificateType],
    below: childCertificateHashData.map(withoutCustomData),
  }));
}

type WireHash = NonNullable<Listed['certificateHashDataChain']>[number]['certificateHashData'];

function withoutCustomData({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }: WireHash) {
  return { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber };
}
