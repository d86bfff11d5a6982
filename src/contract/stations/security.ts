import { z } from 'zod';
import { time } from '../common.ts';

export const securitySeverity = z.enum(['critical', 'warning', 'notice']);
export type SecuritySeverity = z.infer<typeof securitySeverity>;

export const securityEvent = z.object({
  id: z.string(),
  type: z.string().describe("The station's own word, such as TamperDetectionActivated"),
  isCritical: z.boolean().describe('Of the kinds that OCPP calls critical, and stations deliver for certain'),
  severity: securitySeverity.describe('critical: somebody should look at it now; notice: it is part of every day'),
  details: z.string().nullable().describe('What the station wrote about it'),
  happenedAt: time,
  receivedAt: time,
  acknowledgedAt: time.nullable(),
  acknowledgedBy: z.string().nullable(),
  note: z.string().nullable().describe('What whoever acknowledged it found'),
});
export type SecurityEvent = z.infer<typeof securityEvent>;

export const securityEventList = z.object({
  events: z.array(securityEvent).describe('Newest first'),
  open: z.int().describe('How many nobody has acknowledged'),
  openCritical: z.int().describe('How many of these are critical'),
});
export type SecurityEventList = z.infer<typeof securityEventList>;

export const securityEventQuery = z.object({
  state: z.enum(['open', 'acknowledged']).optional(),
  severity: securitySeverity.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type SecurityEventQuery = z.output<typeof securityEventQuery>;

export const acknowledgeSecurityEvent = z.object({ note: z.string().trim().max(500).optional() });

export const securityProfile = z
  .int()
  .min(0)
  .max(3)
  .describe('0 no password, 1 password, 2 password over TLS, 3 certificate');

export const setProfileFloor = z.object({
  profile: securityProfile,
  why: z.string().trim().min(1).max(500).describe('Such as a new controller board, which has no certificate yet'),
});
export type SetProfileFloor = z.infer<typeof setProfileFloor>;

/** How a station proves who it is. */
export const stationSecurity = z.object({
  minimumProfile: securityProfile.describe(
    'Once a station has signed in with a profile that it accepted, no lower one is asked of it or taken',
  ),
  wantedProfile: securityProfile.nullable().describe('A higher one that it has accepted and not yet signed in with'),
  currentProfile: securityProfile
    .nullable()
    .describe('By which it last signed in; null: not since the product started'),
  profileAcceptedAt: time.nullable(),
  password: z.object({
    isSet: z.boolean(),
    changedAt: time.nullable(),
    changes: z
      .array(z.object({ askedAt: time, isAccepted: z.boolean().describe('The station said it took it') }))
      .describe('New passwords that may be in use; the next sign-in of the station decides'),
  }),
});
export type StationSecurity = z.infer<typeof stationSecurity>;
