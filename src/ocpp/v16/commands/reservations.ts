import { lossOf, type Translator } from '../../command.ts';
import { cancelled, reserve as reserveAt } from '../../reservation.ts';
import { longestIdTag } from '../id-tag.ts';
import type { Messages } from '../messages.generated.ts';

/** Connector 0 is any that is free. */
export const reserve: Translator<Messages, 'reserve'> = async (input, context) => {
  const outcome = await reserveAt(input, context, ({ id, expiresAt, token, group }) =>
    context.call('ReserveNow', {
      connectorId: input.evseId ?? 0,
      expiryDate: expiresAt.toISOString(),
      idTag: token.value,
      ...(group && group.value.length <= longestIdTag && { parentIdTag: group.value }),
      reservationId: id,
    }),
  );
  return { ...outcome, losses: lossOf(input, { connectorType: 'ReserveNow of OCPP 1.6 names no type of connector' }) };
};

export const cancelReservation: Translator<Messages, 'cancel-reservation'> = async ({ reservationId }, context) =>
  cancelled(reservationId, context, await context.call('CancelReservation', { reservationId }));
