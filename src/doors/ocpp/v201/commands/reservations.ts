import type { AskedReservation } from '#charging/reservations/open-reservations.ts';
import type { CommandContext, Translator } from '../../command.ts';
import {
  cancelReservation as cancel,
  keepReservation as keep,
  reserve as reserveAt,
} from '../../shared/reservation.ts';
import { wireToken } from '../id-token.ts';
import type { Messages } from '../messages.generated.ts';

type ConnectorType = NonNullable<Messages['ReserveNow']['request']['connectorType']>;

const reserveNow =
  ({ call }: CommandContext<Messages>) =>
  ({ id, evseId, connectorType, expiresAt, token, group }: AskedReservation) =>
    call('ReserveNow', {
      id,
      expiryDateTime: expiresAt.toISOString(),
      idToken: wireToken(token),
      ...(evseId !== null && { evseId }),
      ...(connectorType !== null && { connectorType: connectorType as ConnectorType }), // its schema tells when it is none
      ...(group && { groupIdToken: wireToken(group) }),
    });

export const reserve: Translator<Messages, 'reserve'> = (input, context) =>
  reserveAt(input, context, reserveNow(context));

export const keepReservation: Translator<Messages, 'keep-reservation'> = (input, context) =>
  keep(input, context, reserveNow(context));

export const cancelReservation: Translator<Messages, 'cancel-reservation'> = (input, context) =>
  cancel(input, context, () => context.call('CancelReservation', input));
