import { z } from 'zod';
import { time } from '../common.ts';
import { expirySeverity, installedCertificate } from './certificates.ts';
import { securityEventList, securityProfile, stationSecurity } from './security.ts';
import { securityUpgrade } from './security-upgrade.ts';
import { passwordExemption } from './station.ts';

export const stationSignIn = z.object({
  at: time,
  address: z.string(),
  profile: securityProfile.nullable().describe('By which it was accepted; null: it was refused'),
  reason: z.string().nullable().describe('Why it was refused'),
});
export type StationSignIn = z.infer<typeof stationSignIn>;

export const stationCertificateFacts = z.object({
  subject: z.string(),
  serialNumber: z.string(),
  issuedAt: time,
  expiresAt: time,
  status: z.enum([...expirySeverity.options, 'revoked']),
});
export type StationCertificateFacts = z.infer<typeof stationCertificateFacts>;

export const firmwareSignature = z.enum(['signed', 'unsigned', 'invalid', 'unknown']);
export type FirmwareSignature = z.infer<typeof firmwareSignature>;

/** One page of facts about the security of a station. */
export const stationSecurityFacts = stationSecurity.extend({
  signIns: z.array(stationSignIn).describe('The latest who came as this station, accepted or refused, newest first'),
  passwordExemption: passwordExemption.nullable().describe('Security profile 0, as a person allowed it for a time'),
  upgrade: securityUpgrade.nullable().describe('Its way to a higher security profile; null: nobody has asked for one'),
  certificate: stationCertificateFacts
    .nullable()
    .describe('The newest by which it signs in, of ours or of another authority that is trusted; null: none is known'),
  installed: z
    .array(
      installedCertificate.pick({ purpose: true, subject: true, serialNumber: true, expiresAt: true, seenAt: true }),
    )
    .describe('What the station trusts, as last told'),
  events: securityEventList.describe('Security events that nobody has acknowledged'),
  firmware: z.object({
    version: z.string().nullable(),
    signature: firmwareSignature.describe('How its latest update was signed; unknown: none was made from here'),
    at: time.nullable(),
  }),
});
export type StationSecurityFacts = z.infer<typeof stationSecurityFacts>;
