import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { Cancellation } from '#charging/reservations/change-reservation.ts';
import { type Outcome, outcome } from '#contract/commands/command.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { stationTarget } from '../target.ts';
import { holderOfHash } from './token-shape.ts';

export function cancelReservation({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  const words = {
    NOT_FOUND: 'The charge point has no such reservation. Call list_reservations to see which there are.',
  };
  return defineTool({
    name: 'cancel_reservation',
    title: 'Give a reservation back',
    description:
      'Gives a reservation back before its time is over, so that others can charge there. Whoever it was made for loses it. A station that is offline is told when it is back. Find it with list_reservations. A person approves it first.',
    category: 'reservations',
    level: 'operate',
    tier: 'R2',
    timeoutMs: 90_000,
    isIdempotent: true,
    input: z.object({
      charge_point_id: chargePointId,
      reservation_id: z.int().min(1).max(2_147_483_647).describe('As list_reservations returns it'),
    }),
    output: z.object({
      is_done: z.boolean().describe('Whether the station let it go as well'),
      status: z.string(),
      outcome: outcome.shape.status.optional().describe('Absent: the station had nothing to be told'),
      reported_status: z.string().optional().describe("The station's own word"),
    }),
    examples: [{ charge_point_id: 'CP-7', reservation_id: 81_723 }],
    subject: ({ charge_point_id }) => charge_point_id,
    async plan({ charge_point_id, reservation_id: id }) {
      const station = await knownChargePoint(charging, charge_point_id);
      const reservation = await withSafeErrors(words, () => charging.reservations.get({ stationId: station.id, id }));
      const { status, evseId, startsAt, expiresAt, tokenId } = reservation;
      if (!openStates.has(status))
        throw new SigecError('CONFLICT', `The reservation is over already (${status}); there is nothing to give back.`);
      return {
        targets: [stationTarget(station.id, { evseId: evseId ?? undefined }), `reservation:${id}`],
        effect: `Gives a reservation back that would hold until ${expiresAt}; its driver finds the place taken by whoever comes first.`,
        details: {
          status,
          link: station.link.state, // one that is offline is told when it is back
          starts_at: startsAt,
          expires_at: expiresAt,
          ...(await holderOfHash(charging, tokenId)),
        },
        preconditions: { status, token_id: tokenId, expires_at: expiresAt },
      };
    },
    async run({ charge_point_id: stationId, reservation_id: id }, { actor, signal }) {
      const given = await withSafeErrors(words, () => charging.reservations.cancel({ stationId, id }, actor, signal));
      const { outcome: told } = given;
      return {
        text: sentenceOf(given),
        data: {
          is_done: given.reservation.status === 'cancelled' && !given.isUntold,
          status: given.reservation.status,
          outcome: told?.status,
          // Of this command alone: the reservation's own word may be from when it was made.
          reported_status: told?.status === 'not-sent' ? undefined : untrustedTextIfAny(told?.code ?? null),
        },
      };
    },
  });
}

function sentenceOf({ reservation: { status }, outcome: told, isUntold }: Cancellation): string {
  if (isUntold) {
    const how = untoldWords[told?.status ?? 'no-answer'] ?? untoldWords['no-answer'];
    return `It is given back here, but ${how} and may still hold it. It is told again by itself while the time lasts; list_reservations tells how that goes.`;
  }
  if (status === 'cancelled')
    return told?.status === 'rejected'
      ? 'It is given back; the station knew nothing of it any more.'
      : 'It is given back.';
  if (openStates.has(status)) return 'It was cancelled before it was sent, so the reservation stays as it was.';
  return `It was not given back, since it is over meanwhile (${status}). Nothing has to be done.`;
}

const untoldWords: Partial<Record<Outcome['status'], string>> = {
  rejected: 'the station answered with an error',
  'no-answer': 'the station has not answered',
  'not-sent': 'the station has not been told yet',
};

const openStates = new Set(['planned', 'asked', 'active']);
