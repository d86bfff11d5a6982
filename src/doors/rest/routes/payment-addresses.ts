import { SigecError } from '#base/errors.ts';
import { paymentAddressApi } from '#contract/api/payment-addresses.ts';
import { qrPicture } from '../qr-picture.ts';
import { serve } from '../route.ts';

export const paymentAddressRoutes = serve(paymentAddressApi, {
  list: async ({ params }, { charging }) => ({ addresses: await charging.paymentAddresses.ofStation(params.id) }),
  visits: async ({ params, query }, { charging }) => ({ visits: await charging.guests.list(params.id, query.limit) }),
  async qr({ params: { id, evseId }, reply }, { charging }) {
    const address = (await charging.paymentAddresses.ofStation(id)).find((each) => each.evseId === evseId);
    if (address === undefined)
      throw new SigecError(
        'NOT_FOUND',
        `Station ${id} has not reported an EVSE ${evseId}; its addresses are listed at /api/stations/${id}/payment-addresses.`,
      );
    if (address.url === null)
      throw new SigecError(
        'CONFLICT',
        `Station ${id} shows a QR code of its own at EVSE ${evseId}, which changes every ${address.validitySeconds} seconds; a printed one would not be accepted.`,
      );
    return reply.type('image/svg+xml').send(qrPicture(address.url));
  },
});
