import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { NewReservation } from '#contract/access/reservation.ts';
import { time } from '#contract/common.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint, mustHaveEvse, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { counted } from '../paging.ts';
import { placeInput, placeOf } from '../place.ts';
import { runningSessions, sessionsAsPrecondition } from '../running-sessions.ts';
import { toldAgain, withSafeErrors } from '../safe-errors.ts';
import { whyNotDone } from '../station-command.ts';
import { stationTarget, tokenTarget } from '../target.ts';
import { tokenArguments, tokenNamed } from './token-named.ts';
import { holderOf } from './token-shape.ts';

const input = z.object({
  charge_point_id: chargePointId,
  ...placeInput,
  ...tokenArguments,
  minutes: z.int().min(1).max(1440).default(30).describe('How long it is kept'),
  starts_at: time.optional().describe('Absent: now. Later: the station is asked at that time'),
});

function wanted(given: z.output<typeof input>, tokenId: string): NewReservation {
  const { charge_point_id: stationId, minutes, starts_at: startsAt } = given;
  return { stationId, tokenId, evseId: placeOf(given).evseId, minutes, startsAt };
}

export function reserveConnector({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'reserve_connector',
    title: 'Reserve a connector',
    description:
      'Keeps an EVSE of a charge point free for the holder of a token, now or from a later time on. Others cannot charge there meanwhile. list_reservations shows those there are; cancel_reservation gives one back. A person approves it first; the result says whether the station took it.',
    category: 'reservations',
    level: 'operate',
    tier: 'R2',
    timeoutMs: 90_000,
    input,
    output: z.object({
      is_done: z.boolean(),
      outcome: z.enum(['planned', 'accepted', 'rejected', 'no-answer', 'not-sent']),
      reported_status: z.string().optional().describe("The station's own word"),
      reservation_id: z.int().optional(),
      starts_at: time.optional(),
      expires_at: time.optional(),
    }),
    examples: [{ charge_point_id: 'CP-7', evse_id: 1, token_id: 'tok_9f3a', minutes: 45 }],
    subject: ({ charge_point_id }) => charge_point_id,
    async plan(given) {
      const isLater = given.starts_at !== undefined;
      const station = await (isLater ? knownChargePoint : onlineChargePoint)(charging, given.charge_point_id);
      const { evseId } = placeOf(given);
      mustHaveEvse(station, evseId);
      const token = await tokenNamed(charging, given);
      const { startsAt, expiresAt, isPlanned } = await withSafeErrors({}, () =>
        charging.reservations.check(wanted(given, token.id)),
      );
      const running = await runningSessions(charging, station.id, evseId);
      const [from, until] = [startsAt.toISOString(), expiresAt.toISOString()];
      return {
        targets: [stationTarget(station.id, { evseId }), tokenTarget(token.id)],
        effect: `Keeps ${evseId === undefined ? 'any EVSE that is free' : `EVSE ${evseId}`} for one token for ${counted(given.minutes, 'minute')} ${isPlanned ? `from ${from} on` : 'from now on'}; others cannot charge there meanwhile.`,
        details: { ...holderOf(token), starts_at: from, expires_at: until },
        preconditions: isPlanned
          ? { driver_id: token.driverId }
          : {
              link: station.link.state,
              running_sessions: sessionsAsPrecondition(running),
              driver_id: token.driverId,
            },
      };
    },
    async run(given, { actor, signal }) {
      const token = await tokenNamed(charging, given);
      try {
        const made = await charging.reservations.create(wanted(given, token.id), actor, signal);
        const times = { starts_at: made.startsAt, expires_at: made.expiresAt };
        const outcome = outcomes[made.status] ?? 'no-answer';
        const text = sentences[outcome];
        return {
          text,
          data: {
            is_done: outcome === 'accepted' || outcome === 'planned',
            outcome,
            reservation_id: made.id,
            ...times,
          },
        };
      } catch (error) {
        const outcome = notTaken(error);
        if (outcome === undefined) throw toldAgain(error);
        const { code } = (error as SigecError).details;
        const word = typeof code === 'string' ? code : null;
        const text = (outcome === 'not-sent' && word !== null ? notSentText(word) : undefined) ?? sentences[outcome];
        return { text, data: { is_done: false, outcome, reported_status: untrustedTextIfAny(word) } };
      }
    },
  });
}

type Outcome = 'planned' | 'accepted' | 'rejected' | 'no-answer' | 'not-sent';

const outcomes: Partial<Record<string, Outcome>> = { planned: 'planned', active: 'accepted', asked: 'no-answer' };

/** What the station said no to, or never heard, is an answer; everything else was wrong from the start. */
function notTaken(error: unknown): 'rejected' | 'not-sent' | undefined {
  if (!(error instanceof SigecError)) return undefined;
  if (error.details['conflict'] === 'station-refused') return 'rejected';
  return error.code === 'STATION_OFFLINE' ? 'not-sent' : undefined;
}

/** Kept back by a rule of ours, such as the kill switch. */
function notSentText(code: string): string | undefined {
  return whyNotDone({ outcome: { status: 'not-sent', code, reason: null, answer: {}, losses: [] } });
}

const sentences: Record<Outcome, string> = {
  planned: 'It is planned: the station is asked when its time has come. list_reservations tells what becomes of it.',
  accepted: 'The station keeps it.',
  rejected:
    'The station did not take it, so nothing is reserved. Try another EVSE, another time or another charge point.',
  'no-answer': 'The station has not answered; it may keep it all the same. Look with list_reservations.',
  'not-sent':
    'Nothing was sent, since the station went offline, and nothing is reserved. Give starts_at to plan it for later.',
};
