/** Security events that OCPP marks as critical: a station keeps them until they are delivered (A04.FR.02). */
const critical = new Set([
  'FirmwareUpdated',
  'SettingSystemTime',
  'StartupOfTheDevice',
  'ResetOrReboot',
  'SecurityLogWasCleared',
  'MemoryExhaustion',
  'TamperDetectionActivated',
  'InvalidFirmwareSignature',
  'InvalidFirmwareSigningCertificate',
  'InvalidCsmsCertificate',
  'InvalidCentralSystemCertificate', // OCPP 1.6 calls a CSMS a central system, and a station a charge point
  'InvalidChargingStationCertificate',
  'InvalidChargePointCertificate',
  'DiscardedRenewedClientCertificate',
  'InvalidTLSVersion',
  'InvalidTLSCipherSuite',
  'MaintenanceLoginAccepted',
  'MaintenanceLoginFailed',
]);

export function isCriticalEvent(type: string): boolean {
  return critical.has(type);
}
