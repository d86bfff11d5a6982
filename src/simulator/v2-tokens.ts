import type {
  CancelReservationRequest,
  CancelReservationResponse,
  ClearCacheRequest,
  ClearCacheResponse,
  CostUpdatedRequest,
  CostUpdatedResponse,
  GetLocalListVersionRequest,
  GetLocalListVersionResponse,
  ReserveNowRequest,
  ReserveNowResponse,
  SendLocalListRequest,
  SendLocalListResponse,
} from 'typed-ocpp/dist/ocpp21/types.js';
import type { Handlers } from './dialect.ts';
import { infoOf } from './tokens.ts';

type TokenMessages2 = {
  ClearCache: { request: ClearCacheRequest; response: ClearCacheResponse };
  SendLocalList: { request: SendLocalListRequest; response: SendLocalListResponse };
  GetLocalListVersion: { request: GetLocalListVersionRequest; response: GetLocalListVersionResponse };
  ReserveNow: { request: ReserveNowRequest; response: ReserveNowResponse };
  CancelReservation: { request: CancelReservationRequest; response: CancelReservationResponse };
  CostUpdated: { request: CostUpdatedRequest; response: CostUpdatedResponse };
};

export const tokens2: Handlers<TokenMessages2> = {
  ClearCache: (_request, { tokens }) => ({ payload: { status: tokens.clearCache() } }),

  SendLocalList: ({ versionNumber, updateType, localAuthorizationList = [] }, { tokens }) => {
    if (!tokens.hasList) return { payload: { status: 'Failed', statusInfo: { reasonCode: 'NotEnabled' } } };
    const entries = localAuthorizationList.map(({ idToken, idTokenInfo }) => ({
      token: idToken.idToken,
      info: idTokenInfo === undefined ? null : infoOf({ ...idTokenInfo }),
    }));
    return {
      payload: { status: tokens.updateList({ version: versionNumber, isFull: updateType === 'Full', entries }) },
    };
  },

  GetLocalListVersion: (_request, { tokens }) => ({
    payload: { versionNumber: tokens.hasList ? tokens.toldListVersion : 0 }, // D02.FR.03
  }),

  ReserveNow: ({ id, expiryDateTime, idToken, evseId, groupIdToken }, { reservations }) => ({
    payload: {
      status: reservations.reserve({
        id,
        evseId: evseId ?? null,
        token: idToken.idToken,
        group: groupIdToken?.idToken ?? null,
        expiresAt: new Date(expiryDateTime),
      }),
    },
  }),

  CancelReservation: ({ reservationId }, { reservations }) => ({
    payload: { status: reservations.cancel(reservationId) },
  }),

  CostUpdated: ({ transactionId, totalCost }, { till }) => {
    till.costs.set(transactionId, totalCost);
    return { payload: {} };
  },
};
