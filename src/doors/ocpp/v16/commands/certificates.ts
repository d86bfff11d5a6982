import type { CertificatePurpose } from '#contract/stations/certificates.ts';
import { accepted, byStatus, type Translator, unsaid } from '../../command.ts';
import { deleteInstalled, deliverCertificate, installRoot } from '../../shared/certificate-orders.ts';
import { listedOf } from '../../v201/installed-certificates.ts';
import type { Messages } from '../messages.generated.ts';
import { callPlugAndCharge } from '../plug-and-charge.ts';

/** The two kinds of roots that the security extension knows. */
const types = {
  'csms-root': 'CentralSystemRootCertificate',
  'manufacturer-root': 'ManufacturerRootCertificate',
} as const satisfies Partial<
  Record<CertificatePurpose, Messages['InstallCertificate']['request']['certificateType'] | undefined>
>;
type OwnPurpose = keyof typeof types;

/** What is for vehicles goes as OCA's note on Plug & Charge says. */
const vehicleTypes = {
  'v2g-root': 'V2GRootCertificate',
  'mobility-operator-root': 'MORootCertificate',
} as const;
const listedVehicleTypes = { ...vehicleTypes, 'v2g-chain': 'V2GCertificateChain' } as const;
type VehiclePurpose = keyof typeof listedVehicleTypes;

const lacks = 'Roots of vehicle makers came with OCPP 2.1';

export const installCertificate: Translator<Messages, 'install-certificate'> = async (input, context) => {
  const { purpose } = input;
  if (purpose === 'oem-root') return unsaid('purpose', lacks);
  return installRoot(input, context, async (certificate) => {
    if (!isOwn(purpose)) {
      const request = { certificateType: vehicleTypes[purpose], certificate };
      return byStatus(await callPlugAndCharge(context.call, 'InstallCertificate', request));
    }
    return byStatus(await context.call('InstallCertificate', { certificateType: types[purpose], certificate }));
  });
};

/** A hash does not say what its certificate is for: where the station has none of its own, the note is tried. */
export const deleteCertificate: Translator<Messages, 'delete-certificate'> = (hash, context) =>
  deleteInstalled(hash, context, async () => {
    const response = await context.call('DeleteCertificate', { certificateHashData: hash });
    if (response.status !== 'NotFound') return byStatus(response);
    const other = await callPlugAndCharge(context.call, 'DeleteCertificate', { certificateHashData: hash });
    return byStatus(isDeletion(other.status) ? other : response);
  });

function isDeletion(status: string): boolean {
  return status === 'Accepted' || status === 'Failed';
}

/** 1.6 lists one kind of its own at a time, and those for vehicles together. */
export const listCertificates: Translator<Messages, 'list-certificates'> = async (
  { purposes: wanted },
  { stationId, charging, call },
) => {
  const purposes = (wanted ?? (['csms-root', 'manufacturer-root'] as const)).filter((each) => each !== 'oem-root');
  if (purposes.length === 0) return unsaid('purposes', lacks);
  const certificates = [];
  for (const purpose of purposes.filter(isOwn)) {
    const { certificateHashData = [] } = await call('GetInstalledCertificateIds', { certificateType: types[purpose] });
    certificates.push(...certificateHashData.map((hash) => ({ ...hash, purpose, below: [] })));
  }
  const forVehicles = purposes.filter(isForVehicles);
  if (forVehicles.length > 0) {
    const [first, ...others] = forVehicles.map((purpose) => listedVehicleTypes[purpose]);
    const certificateType = [first ?? 'V2GRootCertificate', ...others] as [typeof first & string, ...typeof others];
    const response = await callPlugAndCharge(call, 'GetInstalledCertificateIds', { certificateType });
    if (response.status !== 'Accepted' && response.status !== 'NotFound') return byStatus(response);
    certificates.push(...listedOf(response as Parameters<typeof listedOf>[0]));
  }
  await charging.certificates.recordListed({ stationId, purposes, certificates });
  const hasLoss = wanted !== undefined && wanted.length > purposes.length;
  return accepted({
    answer: { count: certificates.length },
    losses: hasLoss ? [{ field: 'purposes', why: lacks }] : [],
  });
};

function isOwn(purpose: CertificatePurpose): purpose is OwnPurpose {
  return Object.hasOwn(types, purpose);
}

function isForVehicles(purpose: CertificatePurpose): purpose is VehiclePurpose {
  return Object.hasOwn(listedVehicleTypes, purpose);
}

/** What was asked for over the note is answered over it. */
export const sendCertificate: Translator<Messages, 'send-certificate'> = (input, context) =>
  deliverCertificate(input, context, async ({ chain, purpose }) => {
    if (purpose === 'station') return byStatus(await context.call('CertificateSigned', { certificateChain: chain }));
    const request = { certificateChain: chain, certificateType: 'V2GCertificate' } as const;
    return byStatus(await callPlugAndCharge(context.call, 'CertificateSigned', request));
  });
