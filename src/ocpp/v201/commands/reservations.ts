import type { Translator } from '../../command.ts';
import { cancelled, reserve as reserveAt } from '../../reservation.ts';
import { wireToken } from '../id-token.ts';
import type { Messages } from '../messages.generated.ts';

type ConnectorType = Messages['ReserveNow']['request']['connectorType'];

export const reserve: Translator<Messages, 'reserve'> = (input, context) => {
  const { evseId, connectorType } = input;
  return reserveAt(input, context, ({ id, expiresAt, token, group }) =>
    context.call('ReserveNow', {
      id,
      expiryDateTime: expiresAt.toISOString(),
      idToken: wireToken(token),
      ...(evseId !== undefined && { evseId }),
      ...(connectorType !== undefined && { connectorType: connectorType as NonNullable<ConnectorType> }), // its schema tells when it is none
      ...(group && { groupIdToken: wireToken(group) }),
    }),
  );
};

export const cancelReservation: Translator<Messages, 'cancel-reservation'> = async ({ reservationId }, context) =>
  cancelled(reservationId, context, await context.call('CancelReservation', { reservationId }));
