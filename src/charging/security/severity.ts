import type { SecuritySeverity } from '#contract/stations/security.ts';

/** OCPP marks these as critical, so that a station keeps them until they are delivered (A04.FR.02). */
const criticalForOcpp = new Set([
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

/** Told of every start and every update: nobody has to look at one of them. */
const everyday = new Set(['FirmwareUpdated', 'SettingSystemTime', 'StartupOfTheDevice', 'ResetOrReboot']);

/** What OCPP knows besides, and what we see ourselves. Everything else is a word of a vendor. */
const others: Readonly<Record<string, SecuritySeverity>> = {
  FailedToAuthenticateAtCsms: 'warning',
  CsmsFailedToAuthenticate: 'warning',
  ReconfigurationOfSecurityParameters: 'warning',
  InvalidMessages: 'warning',
  AttemptedReplayAttacks: 'critical',
  DuplicateIdentity: 'critical',
  AuthFlood: 'warning',
  ProfileMismatch: 'warning',
  ProfileLowered: 'warning',
  ClockSkew: 'warning',
  MeterAnomaly: 'warning',
  ReplayConflict: 'warning',
};

export function isCriticalForOcpp(type: string): boolean {
  return criticalForOcpp.has(type);
}

export function severityOf(type: string): SecuritySeverity {
  if (everyday.has(type)) return 'notice';
  return criticalForOcpp.has(type) ? 'critical' : Object.hasOwn(others, type) ? (others[type] ?? 'notice') : 'notice';
}
