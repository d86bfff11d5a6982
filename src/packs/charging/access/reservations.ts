import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { Cancellation } from '#charging/reservations/change-reservation.ts';
import { type NewReservation, type Reservation, reservationStatus } from '#contract/access/reservation.ts';
import { type Outcome, outcome } from '#contract/commands/command.ts';
import { time } from '#contract/common.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { siteId } from '#contract/stations/site.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint, mustHaveEvse, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { counted, limit } from '../paging.ts';
import { placeInput, placeOf, stationTarget, tokenTarget } from '../place.ts';
import { runningSessions, sessionsAsPrecondition } from '../running-sessions.ts';
import { toldAgain, withSafeErrors } from '../safe-errors.ts';
import { whyNotDone } from '../station-command.ts';
import { holderOf, holderOfHash, tokenArguments, tokenIdArgument, tokenNamed } from './token.ts';

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
        effect: sentenceOf('effect-give-reservation-back', { expiresAt }),
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
        text: cancelledText(given),
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

function cancelledText({ reservation: { status }, outcome: told, isUntold }: Cancellation): string {
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
        effect: sentenceOf('effect-reserve', {
          place: evseId === undefined ? sentenceOf('any-free-evse') : sentenceOf('place-evse', { evse: evseId }),
          time: given.minutes === 1 ? sentenceOf('one-minute') : sentenceOf('many-minutes', { minutes: given.minutes }),
          from: isPlanned ? sentenceOf('from-then-on', { from }) : sentenceOf('from-now-on'),
        }),
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

type ReservationOutcome = 'planned' | 'accepted' | 'rejected' | 'no-answer' | 'not-sent';

const outcomes: Partial<Record<string, ReservationOutcome>> = {
  planned: 'planned',
  active: 'accepted',
  asked: 'no-answer',
};

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

const sentences: Record<ReservationOutcome, string> = {
  planned: 'It is planned: the station is asked when its time has come. list_reservations tells what becomes of it.',
  accepted: 'The station keeps it.',
  rejected:
    'The station did not take it, so nothing is reserved. Try another EVSE, another time or another charge point.',
  'no-answer': 'The station has not answered; it may keep it all the same. Look with list_reservations.',
  'not-sent':
    'Nothing was sent, since the station went offline, and nothing is reserved. Give starts_at to plan it for later.',
};

const shownReservation = z.object({
  reservation_id: z.int(),
  charge_point_id: z.string(),
  evse_id: z.int().optional().describe('Absent: any that is free'),
  token_id: z.string(),
  status: z.string(),
  starts_at: time,
  expires_at: time,
  ended_at: time.optional(),
  reported_status: z.string().optional().describe("The station's own word"),
  why: z.string().optional().describe('Why it was lost or given back'),
  transaction_id: z.string().optional().describe('Of the session it was used for'),
});

function reservationForAgents(reservation: Reservation): z.input<typeof shownReservation> {
  return {
    reservation_id: reservation.id,
    charge_point_id: untrustedText(reservation.stationId),
    evse_id: reservation.evseId ?? undefined,
    token_id: untrustedText(reservation.tokenId),
    status: reservation.status,
    starts_at: reservation.startsAt,
    expires_at: reservation.expiresAt,
    ended_at: reservation.endedAt ?? undefined,
    reported_status: untrustedTextIfAny(reservation.code),
    why: untrustedTextIfAny(reservation.why, 200),
    transaction_id: untrustedTextIfAny(reservation.sessionRef),
  };
}

export function listReservations({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'list_reservations',
    title: 'List reservations',
    description:
      'Lists reservations of EVSEs, newest first: those that wait (planned), that are kept (active), and what became of others. Use it to see why a connector is reserved, or to get a reservation_id for cancel_reservation. To make one, use reserve_connector.',
    category: 'reservations',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      charge_point_id: chargePointId.optional().describe('Only at this charge point'),
      site_id: siteId.optional().describe('Only at this site'),
      token_id: tokenIdArgument.optional().describe('Only for this token'),
      status: reservationStatus.optional().describe('Only in this state'),
      limit: limit(100, 20),
    }),
    output: z.object({ reservations: z.array(shownReservation), has_more: z.boolean() }),
    examples: [{ charge_point_id: 'CP-7', status: 'active' }],
    async run({ charge_point_id, site_id, token_id, status, limit: most }) {
      const found = await charging.reservations.find({
        stationId: charge_point_id,
        siteId: site_id,
        tokenId: token_id,
        status,
        limit: most + 1,
      });
      const reservations = found.slice(0, most).map(reservationForAgents);
      const has_more = found.length > most;
      const more = has_more ? ' There are older ones; narrow the question, or raise limit.' : '';
      return { text: `${counted(reservations.length, 'reservation')}.${more}`, data: { reservations, has_more } };
    },
  });
}
