import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { asError, SigecError } from '#base/errors.ts';
import { Limiter } from '#base/limiter.ts';
import { system } from '#principals/actor.ts';
import { type CommandNeeds, isWithinLimits, placeOf, readToken } from '../cpo/command-job.ts';
import { problemOf } from '../emsp/ownership.ts';
import { type BookingRequest, type BookingStatus, bookingRequest } from '../model/booking-shapes.ts';
import type { CdrToken } from '../model/shapes.ts';
import type { PageAsk } from '../open-roaming.ts';
import type { Partner } from '../partners/partner.ts';
import { speaksFor } from '../partners/speaks-for.ts';
import { badParameter, notEnough, unknownLocation, unknownObject } from '../roaming-problem.ts';
import { type Bookable, bookableEvses, bookingLocations, bookingTerms } from './booking-locations.ts';
import { isFinal, requestStatusOf, standingOf } from './booking-status.ts';
import {
  type Booked,
  changeBooking,
  findByRequest,
  findByReservation,
  putBooking,
  readBooking,
  readPending,
} from './booking-store.ts';

const maxMinutes = 1_440;
const maxAheadMs = 31 * 86_400_000;
/** Of new bookings: per token and per EVSE. */
const pace = { perSecond: 1 / 30, burst: 50 };
/** So long another process may still be at it. */
const leftAfterMs = 2 * 60_000;
/** A provider waits ten seconds for its answer; what takes longer is told to it afterwards. */
const answerWithinMs = 5_000;

type Body = Record<string, unknown>;

/** Partners book an EVSE for a time that lies ahead; it is kept by a reservation like any other. */
export function openBookings(needs: CommandNeeds) {
  const limits = new Limiter(pace);
  const running = new Set<Promise<void>>();
  return {
    async locations(
      partner: Partner,
      { dateFrom, dateTo, offset, limit }: PageAsk,
      slots: { from?: Date | undefined; to?: Date | undefined } = {},
    ): Promise<{ items: Body[]; total: number }> {
      const all = (await bookingLocations(needs, partner)).filter(
        (each) => isWithin(String(each['lastUpdated']), dateFrom, dateTo) && hasSlot(each, slots),
      );
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
    async location(partner: Partner, id: string): Promise<Body | undefined> {
      return (await bookingLocations(needs, partner)).find((each) => String(each['id']) === id.toLowerCase());
    },
    /** One request, the same again, or that a booking is given back: all of them bear the name of the first. */
    async take(partner: Partner, told: unknown): Promise<{ isNew: boolean; body: Body }> {
      const read = bookingRequest.safeParse(told);
      if (!read.success) throw badParameter(problemOf(read.error.issues));
      const asked = read.data;
      if (!(await speaksFor(needs, partner, asked)))
        throw badParameter('country_code, party_id: this party does not speak over this connection.');
      const key = { partnerId: partner.id, party: asked, requestId: asked.requestId };
      const known = await findByRequest(needs.pool, key);
      if (known !== undefined) return { isNew: false, body: await askedAgain(needs, known, asked) };
      if (asked.canceled !== undefined) throw unknownObject('There is no booking with this request_id.');
      const { booked, body, token } = await prepare(needs, partner, asked);
      const hasRoom = isWithinLimits(limits, booked.tokenHash, booked);
      const status: BookingStatus = hasRoom ? 'PENDING' : 'REJECTED';
      const request = { ...first(asked, needs.clock.now()), requestStatus: requestStatusOf(status) };
      const shown = { ...body, reservationStatus: status, bookingRequests: [request] };
      if (!(await putBooking(needs, { ...booked, status }, shown, needs.clock.now()))) {
        const other = await findByRequest(needs.pool, key);
        if (other === undefined) throw unknownObject('There is no booking with this request_id.');
        return { isNew: false, body: await askedAgain(needs, other, asked) };
      }
      if (!hasRoom) return { isNew: true, body: shown };
      const work = reserve(needs, booked, { partner, token }).finally(() => running.delete(work));
      running.add(work);
      const waiting = new AbortController();
      const patience = setTimeout(answerWithinMs, undefined, { signal: waiting.signal }).catch(() => undefined);
      await Promise.race([work, patience]);
      waiting.abort();
      return { isNew: true, body: await readBooking(needs, booked) };
    },
    /** A reservation that was made for a booking has changed. */
    async follow(named: { stationId: string; id: number }): Promise<void> {
      const booked = await findByReservation(needs.pool, named);
      if (booked !== undefined) await catchUp(needs, booked, named.id);
    },
    /** What a crash left without a word: whether a reservation was made is read, never guessed. */
    async keepUp(): Promise<void> {
      for (const booked of await readPending(needs.pool, new Date(needs.clock.now().getTime() - leftAfterMs))) {
        const { tokenHash: tokenId, stationId, startsAt } = booked;
        const made = await needs.charging.reservations.find({ tokenId, stationId, limit: 100 });
        const own = made.find((each) => Math.abs(Date.parse(each.startsAt) - startsAt.getTime()) <= leftAfterMs);
        if (own === undefined) await changeBooking(needs, booked, { status: 'FAILED' }, needs.clock.now());
        else await catchUp(needs, booked, own.id);
      }
    },
    settled: async (): Promise<void> => void (await Promise.all(running)),
  };
}

export type Bookings = ReturnType<typeof openBookings>;

function isWithin(at: string, from: Date | undefined, to: Date | undefined): boolean {
  const ms = Date.parse(at);
  return (from === undefined || ms >= from.getTime()) && (to === undefined || ms < to.getTime());
}

function hasSlot(location: Body, { from, to }: { from?: Date | undefined; to?: Date | undefined }): boolean {
  if (from === undefined && to === undefined) return true;
  const calendars = location['calendars'] as { availableTimeslots: { startFrom: string; endBefore: string }[] }[];
  return calendars.some(({ availableTimeslots }) =>
    availableTimeslots.some(
      ({ startFrom, endBefore }) =>
        (from === undefined || Date.parse(endBefore) > from.getTime()) &&
        (to === undefined || Date.parse(startFrom) < to.getTime()),
    ),
  );
}

async function prepare(needs: CommandNeeds, partner: Partner, asked: BookingRequest) {
  const { us, clock } = needs;
  const [startsAt, endsAt] = [new Date(asked.period.startFrom), new Date(asked.period.endBefore)];
  const now = clock.now().getTime();
  const minutes = minutesOf({ startsAt, endsAt }, now);
  if (startsAt.getTime() < now - 60_000 || startsAt.getTime() > now + maxAheadMs)
    throw badParameter('period.start_from: must lie ahead, and not by more than 31 days.');
  if (minutes < 1 || minutes > maxMinutes)
    throw badParameter(`period.end_before: must be later than start_from, by at most ${maxMinutes} minutes.`);
  const tokens = await Promise.all(asked.tokens.map((each) => readToken(needs, each, partner)));
  const [token] = tokens;
  if (token === undefined) throw notEnough('tokens: at least one is needed.');
  const tokenHash = needs.hashToken(token.uid);
  const place = await placeFor(needs, { partner, asked, tokenHash, startsAt, minutes });
  const id = randomUUID();
  const booked: Booked = {
    id,
    partnerId: partner.id,
    party: { countryCode: asked.countryCode, partyId: asked.partyId },
    requestId: asked.requestId,
    tokenHash,
    startsAt,
    endsAt,
    status: 'PENDING',
    reservationId: null,
    siteId: place.siteId,
    stationId: place.stationId,
    evseId: place.evseId,
    authorizationReference: asked.authorizationReference,
  };
  const body = {
    ...us,
    id,
    requestId: asked.requestId,
    locationId: place.siteId,
    evseUid: place.uid,
    bookingTokens: tokens.map(({ countryCode, partyId, uid, type, contractId }) => ({
      countryCode,
      partyId,
      uid,
      type,
      contractId,
    })),
    ...(partner.tariffId !== null && { tariffId: [partner.tariffId] }),
    period: { startFrom: asked.period.startFrom, endBefore: asked.period.endBefore },
    authorizationReference: asked.authorizationReference,
    accessMethods: [{ locationAccess: 'TOKEN' }],
    bookingTerms,
    lastUpdated: clock.now().toISOString(),
  };
  return { booked, body, token };
}

function minutesOf({ startsAt, endsAt }: Pick<Booked, 'startsAt' | 'endsAt'>, now: number): number {
  return Math.ceil((endsAt.getTime() - Math.max(startsAt.getTime(), now)) / 60_000);
}

function first(asked: BookingRequest, at: Date) {
  return { bookingRequest: asked, requestReceived: at.toISOString() };
}

type Wanted = { partner: Partner; asked: BookingRequest; tokenHash: string; startsAt: Date; minutes: number };

/** The EVSE that was named, or one of the location that is free at that time. */
async function placeFor(
  needs: CommandNeeds,
  { partner, asked, tokenHash, startsAt, minutes }: Wanted,
): Promise<Bookable> {
  const { locationId, evseUid } = asked;
  // Whether there is such a place for this partner is told in the same words as for its commands.
  const named = evseUid === undefined ? undefined : await placeOf(needs, { partner, asked: { locationId, evseUid } });
  const bookable = (await bookableEvses(needs.pool, partner)).filter(
    ({ siteId }) => siteId.toLowerCase() === locationId.toLowerCase(),
  );
  if (named !== undefined) {
    const found = bookable.find(({ uid }) => uid === evseUid?.toLowerCase());
    if (found === undefined) throw badParameter('evse_uid: this EVSE cannot be booked.');
    return found;
  }
  const [only, ...others] = bookable;
  if (only === undefined) throw unknownLocation('location_id: there is no EVSE there that can be booked.');
  for (const each of [only, ...others]) {
    const { stationId, evseId } = each;
    const wish = { stationId, evseId, tokenId: tokenHash, startsAt: startsAt.toISOString(), minutes };
    const isFree = await needs.charging.reservations.check(wish).then(
      () => true,
      () => false,
    );
    if (isFree) return each;
  }
  return only; // which says why it cannot be
}

type Holder = { partner: Partner; token: CdrToken };

async function reserve(needs: CommandNeeds, booked: Booked, { partner, token }: Holder): Promise<void> {
  const { tokenHash, stationId, evseId, siteId, startsAt } = booked;
  try {
    const { authorizationReference } = booked;
    await needs.grant({
      tokenHash,
      partnerId: partner.id,
      token,
      authMethod: 'COMMAND',
      locationId: siteId,
      authorizationReference,
    });
    const minutes = minutesOf(booked, needs.clock.now().getTime());
    const isLater = startsAt > needs.clock.now();
    const made = await needs.charging.reservations.create(
      { stationId, evseId, tokenId: tokenHash, minutes, ...(isLater && { startsAt: startsAt.toISOString() }) },
      system,
    );
    await catchUp(needs, booked, made.id);
  } catch (error) {
    const isRefused = error instanceof SigecError && error.code !== 'INTERNAL' && error.code !== 'DATABASE_AWAY';
    if (!isRefused) needs.log.error({ err: asError(error) }, 'a booking of a partner failed');
    await changeBooking(needs, booked, { status: isRefused ? 'REJECTED' : 'FAILED' }, needs.clock.now()).catch(
      (failure: unknown) => needs.log.error({ err: asError(failure) }, 'what became of a booking was not written down'),
    );
  }
}

/** What its reservation says of it. One that was given back before its reservation was made needs none. */
async function catchUp(needs: CommandNeeds, booked: Booked, reservationId: number): Promise<void> {
  const { stationId } = booked;
  const { status, canceled } = standingOf(await needs.charging.reservations.get({ stationId, id: reservationId }));
  const change = { status, reservationId, ...(canceled !== undefined && { more: { canceled } }) };
  const isChanged = await changeBooking(needs, booked, change, needs.clock.now());
  if (!isChanged && booked.status === 'PENDING') await giveBack(needs, { stationId, id: reservationId });
}

/** A change is declined, since the terms say so; what is said again is what it was; who cancels gives the reservation back. */
async function askedAgain(needs: CommandNeeds, booked: Booked, asked: BookingRequest): Promise<Body> {
  const body = await readBooking(needs, booked);
  const now = needs.clock.now();
  if (isFinal(booked.status)) return body;
  if (asked.canceled === undefined) {
    const [begun] = body['bookingRequests'] as { bookingRequest: unknown }[];
    if (isDeepStrictEqual(begun?.bookingRequest, JSON.parse(JSON.stringify(asked)))) return body;
    const request = { ...first(asked, now), requestStatus: 'DECLINED' };
    await changeBooking(needs, booked, { status: booked.status, request }, now);
    return readBooking(needs, booked);
  }
  const canceled = { cancellationReason: asked.canceled.cancellationReason, whoCanceled: 'EMSP' };
  const request = { ...first(asked, now), requestStatus: 'ACCEPTED' };
  // It is theirs no more before it is given back: they do not hear of it twice.
  const isChanged = await changeBooking(needs, booked, { status: 'CANCELED', more: { canceled }, request }, now);
  const { stationId, reservationId } = (await findByRequest(needs.pool, booked)) ?? booked;
  if (isChanged && reservationId !== null) await giveBack(needs, { stationId, id: reservationId });
  return readBooking(needs, booked);
}

async function giveBack({ charging }: CommandNeeds, named: { stationId: string; id: number }): Promise<void> {
  try {
    await charging.reservations.cancel(named, system);
  } catch (error) {
    if (!(error instanceof SigecError) || (error.code !== 'NOT_FOUND' && error.code !== 'CONFLICT')) throw error;
  }
}
