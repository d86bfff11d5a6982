import type { AskedReservation } from '#charging/reservations/open-reservations.ts';
import { type CommandContext, lossOf, type Translator } from '../../command.ts';
import {
  cancelReservation as cancel,
  keepReservation as keep,
  reserve as reserveAt,
} from '../../shared/reservation.ts';
import { longestIdTag } from '../id-tag.ts';
import type { Messages } from '../messages.generated.ts';

/** Connector 0 is any that is free. */
const reserveNow =
  ({ call }: CommandContext<Messages>) =>
  ({ id, evseId, expiresAt, token, group }: AskedReservation) =>
    call('ReserveNow', {
      connectorId: evseId ?? 0,
      expiryDate: expiresAt.toISOString(),
      idTag: token.value,
      ...(group && group.value.length <= longestIdTag && { parentIdTag: group.value }),
      reservationId: id,
    });

export const reserve: Translator<Messages, 'reserve'> = async (input, context) => ({
  ...(await reserveAt(input, context, reserveNow(context))),
  losses: lossOf(input, { connectorType: 'ReserveNow of OCPP 1.6 names no type of connector' }),
});

export const keepReservation: Translator<Messages, 'keep-reservation'> = (input, context) =>
  keep(input, context, reserveNow(context));

export const cancelReservation: Translator<Messages, 'cancel-reservation'> = (input, context) =>
  cancel(input, context, () => context.call('CancelReservation', input));
