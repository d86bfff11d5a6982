import { randomUUID } from 'node:crypto';
import { SigecError } from '#base/errors.ts';
import { booking } from '../model/booking-shapes.ts';
import type { Party } from '../model/party.ts';
import { textOf } from '../model/text-of.ts';
import { ownersOfObject, readObject } from '../objects/object-store.ts';
import { endpointOf, isConnected, type Partner } from '../partners/partner.ts';
import type { Receiver } from './receive.ts';
import type { RemoteNeeds, RemoteSides } from './remote-sessions.ts';

export type AskedBooking = {
  tokenId: string;
  locationId: string;
  evseUid?: string | undefined;
  startsAt: string;
  endsAt: string;
  party?: Party | undefined;
};
export type MadeBooking = { id: string; status: string };

type Needs = RemoteNeeds & RemoteSides & { us: Party; receiver: Pick<Receiver, 'take'> };

/** Our drivers book an EVSE of a partner for a time that lies ahead. */
export function openRemoteBookings({ pool, us, wire, getPartner, receiver, ownerOf, chargingToken }: Needs) {
  async function ask(partner: Partner, to: Party, body: Record<string, unknown>): Promise<MadeBooking> {
    if (!isConnected(partner) || endpointOf(partner, 'bookings', 'SENDER') === undefined)
      throw new SigecError('CONFLICT', `${partner.name} takes no bookings.`);
    const answer = await wire.request(partner, { module: 'bookings', role: 'SENDER', method: 'POST', body, to });
    const read = booking.safeParse(answer.data);
    if (answer.code >= 2000 || !read.success)
      throw new SigecError(
        'CONFLICT',
        `${partner.name} did not take the booking: ${answer.httpStatus} ${answer.code} ${answer.message ?? ''}`.trim(),
      );
    await receiver.take(partner, 'bookings', read.data);
    return { id: read.data.id, status: read.data.reservationStatus };
  }

  return {
    async book(partnerId: string, { tokenId, locationId, evseUid, startsAt, endsAt, party }: AskedBooking) {
      const partner = await getPartner(partnerId);
      const { countryCode, partyId, uid, type, contractId } = await chargingToken(tokenId);
      return ask(partner, await ownerOf(partner, 'locations', locationId, party), {
        ...us,
        requestId: randomUUID(),
        locationId,
        evseUid,
        tokens: [{ countryCode, partyId, uid, type, contractId }],
        period: { startFrom: new Date(startsAt).toISOString(), endBefore: new Date(endsAt).toISOString() },
        authorizationReference: randomUUID(),
      });
    },
    /** The first request again, with the word that it is given back. */
    async cancelBooking(partnerId: string, bookingId: string): Promise<MadeBooking> {
      const partner = await getPartner(partnerId);
      const [party] = await ownersOfObject(pool, { partnerId, module: 'bookings', objectId: bookingId });
      const known =
        party && (await readObject(pool, 'theirs', { partnerId, module: 'bookings', party, objectId: bookingId }));
      const read = booking.safeParse(known?.body);
      if (party === undefined || !read.success)
        throw new SigecError('NOT_FOUND', `There is no booking ${bookingId} with ${partner.name}.`);
      const { requestId, locationId, evseUid, period, authorizationReference, bookingTokens } = read.data;
      return ask(partner, party, {
        ...us,
        requestId,
        locationId,
        evseUid,
        period,
        tokens: bookingTokens,
        authorizationReference: textOf(authorizationReference),
        canceled: { cancellationReason: 'NO_CANCELED', whoCanceled: 'EMSP' },
      });
    },
  };
}
