import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { time } from '#contract/common.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { revocationReasons } from '#contract/word-lists.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { stationTarget } from '../place.ts';
import { withSafeErrors } from '../safe-errors.ts';

const shown = z.object({
  serial_number: z.string(),
  charge_point_id: z.string().optional(),
  kind: z
    .string()
    .describe('issued: by this system; installed: trusted by the charge point; authority: one of this system'),
  purpose: z.string(),
  subject: z.string(),
  expires_at: time.optional(),
  severity: z.string().optional().describe('expired, critical (within 7 days), warning (within 30) or fine'),
  revoked_at: time.optional(),
});

const most = 100;

export function listCertificates({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  async function ofChargePoint(id: string): Promise<z.input<typeof shown>[]> {
    const station = await knownChargePoint(charging, id);
    const { issued, installed } = await charging.certificates.find(station.id);
    const charge_point_id = untrustedText(station.id);
    return [
      ...issued.map((each) => ({ ...each, kind: 'issued' })),
      ...installed.map((each) => ({ ...each, kind: 'installed', revokedAt: null })),
    ].map(({ serialNumber, kind, purpose, subject, expiresAt, revokedAt }) => ({
      serial_number: untrustedText(serialNumber),
      charge_point_id,
      kind,
      purpose,
      subject: untrustedText(subject ?? ''),
      expires_at: expiresAt ?? undefined,
      revoked_at: revokedAt ?? undefined,
    }));
  }

  async function expiring(withinDays: number): Promise<z.input<typeof shown>[]> {
    const found = await charging.certificates.findExpiring(withinDays);
    return found.map(({ serialNumber, stationId, kind, purpose, subject, expiresAt, severity }) => ({
      serial_number: untrustedText(serialNumber),
      kind,
      purpose,
      subject: untrustedText(subject),
      charge_point_id: stationId === null ? undefined : untrustedText(stationId),
      expires_at: expiresAt,
      severity,
    }));
  }

  return defineTool({
    name: 'list_certificates',
    title: 'List certificates',
    description:
      'Lists certificates: of one charge point (what it holds and trusts), or, without one, all that expire soon, the most pressing first. Use it to find the serial number for revoke_certificate, or to see what has to be renewed.',
    category: 'stations',
    level: 'advanced',
    tier: 'R0',
    input: z.object({
      charge_point_id: chargePointId.optional(),
      within_days: z
        .int()
        .min(0)
        .max(3_650)
        .default(30)
        .describe('Without a charge point: what expires within so many days'),
    }),
    output: z.object({ certificates: z.array(shown), has_more: z.boolean() }),
    examples: [{ charge_point_id: 'CP-7' }, { within_days: 60 }],
    async run({ charge_point_id, within_days }) {
      const found = charge_point_id === undefined ? await expiring(within_days) : await ofChargePoint(charge_point_id);
      const text = `${found.length} certificates${charge_point_id === undefined ? ` expire within ${within_days} days` : ''}.`;
      return { text, data: { certificates: found.slice(0, most), has_more: found.length > most } };
    },
  });
}

export function revokeCertificate({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  const known = (serialNumber: string) =>
    withSafeErrors(
      { NOT_FOUND: 'This system issued no such certificate. list_certificates tells which there are.' },
      () => charging.certificates.getIssued(serialNumber),
    );
  return defineTool({
    name: 'revoke_certificate',
    title: 'Revoke a certificate',
    description:
      'Revokes for ever a certificate that this system issued, such as that of a stolen charge point: whoever checks it hears so from then on. It cannot be undone. An administrator approves it first. Find the serial number with list_certificates.',
    category: 'stations',
    level: 'advanced',
    tier: 'R3',
    input: z.object({
      serial_number: z
        .string()
        .regex(/^[0-9a-fA-F]{1,40}$/)
        .describe('Hexadecimal digits, from list_certificates'),
      reason: z.enum(revocationReasons).default('unspecified').describe('Told to whoever asks about the certificate'),
    }),
    output: z.object({ serial_number: z.string(), revoked_at: time }),
    examples: [{ serial_number: '4f1c2a', reason: 'key-compromise' }],
    subject: (input) => input.serial_number,
    async plan({ serial_number, reason }) {
      const { stationId, purpose, subject, expiresAt, revokedAt } = await known(serial_number);
      return {
        targets: stationId === null ? [] : [stationTarget(stationId)],
        effect: revokedAt === null ? sentenceOf('effect-revoke-certificate') : sentenceOf('effect-certificate-revoked'),
        details: { purpose, subject: untrustedText(subject), expires_at: expiresAt, reason },
        preconditions: { is_revoked: revokedAt !== null },
      };
    },
    async run({ serial_number, reason }, { actor }) {
      await known(serial_number);
      const { serialNumber, revokedAt } = await withSafeErrors({}, () =>
        charging.certificates.revoke({ serialNumber: serial_number, reason, actor }),
      );
      return {
        text: 'It is revoked. The OCSP responder says so at once, the revocation list within minutes.',
        data: { serial_number: serialNumber, revoked_at: revokedAt ?? '' },
      };
    },
  });
}
