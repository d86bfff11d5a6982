import { type Handlers2, withStatus } from './dialect.ts';
import { infoOf } from './tokens.ts';

export const tokens2 = {
  ClearCache: (_request, { tokens }) => withStatus(tokens.clearCache()),

  SendLocalList: ({ versionNumber, updateType, localAuthorizationList = [] }, { tokens }) => {
    if (!tokens.hasList) return { payload: { status: 'Failed', statusInfo: { reasonCode: 'NotEnabled' } } };
    const entries = localAuthorizationList.map(({ idToken, idTokenInfo }) => ({
      token: idToken.idToken,
      info: idTokenInfo === undefined ? null : infoOf({ ...idTokenInfo }),
    }));
    return withStatus(tokens.updateList({ version: versionNumber, isFull: updateType === 'Full', entries }));
  },

  GetLocalListVersion: (_request, { tokens }) => ({
    payload: { versionNumber: tokens.hasList ? tokens.toldListVersion : 0 }, // D02.FR.03
  }),

  ReserveNow: ({ id, expiryDateTime, idToken, evseId, groupIdToken }, { reservations }) =>
    withStatus(
      reservations.reserve({
        id,
        evseId: evseId ?? null,
        token: idToken.idToken,
        group: groupIdToken?.idToken ?? null,
        expiresAt: new Date(expiryDateTime),
      }),
    ),

  CancelReservation: ({ reservationId }, { reservations }) => withStatus(reservations.cancel(reservationId)),

  CostUpdated: ({ transactionId, totalCost }, { till }) => {
    till.costs.set(transactionId, totalCost);
    return { payload: {} };
  },
} satisfies Handlers2;
