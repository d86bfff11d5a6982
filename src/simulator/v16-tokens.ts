import type {
  CancelReservationRequest,
  CancelReservationResponse,
  ClearCacheRequest,
  ClearCacheResponse,
  GetLocalListVersionRequest,
  GetLocalListVersionResponse,
  ReserveNowRequest,
  ReserveNowResponse,
  SendLocalListRequest,
  SendLocalListResponse,
} from 'typed-ocpp/dist/ocpp16/types.js';
import type { Handlers } from './dialect.ts';
import { infoOf } from './tokens.ts';

type TokenMessages16 = {
  ClearCache: { request: ClearCacheRequest; response: ClearCacheResponse };
  SendLocalList: { request: SendLocalListRequest; response: SendLocalListResponse };
  GetLocalListVersion: { request: GetLocalListVersionRequest; response: GetLocalListVersionResponse };
  ReserveNow: { request: ReserveNowRequest; response: ReserveNowResponse };
  CancelReservation: { request: CancelReservationRequest; response: CancelReservationResponse };
};

export const tokens16: Handlers<TokenMessages16> = {
  ClearCache: (_request, { tokens }) => ({ payload: { status: tokens.clearCache() } }),

  SendLocalList: ({ listVersion, updateType, localAuthorizationList = [] }, { tokens }) => {
    if (!tokens.hasList) return { payload: { status: 'NotSupported' } };
    const entries = localAuthorizationList.map(({ idTag, idTagInfo }) => ({
      token: idTag,
      info: idTagInfo === undefined ? null : infoOf(idTagInfo),
    }));
    return { payload: { status: tokens.updateList({ version: listVersion, isFull: updateType === 'Full', entries }) } };
  },

  GetLocalListVersion: (_request, { tokens }) => ({
    payload: { listVersion: tokens.hasList ? tokens.toldListVersion : -1 }, // 1.6 §5.10
  }),

  ReserveNow: ({ connectorId, expiryDate, idTag, parentIdTag, reservationId }, { reservations }) => ({
    payload: {
      status: reservations.reserve({
        id: reservationId,
        evseId: connectorId === 0 ? null : connectorId,
        token: idTag,
        group: parentIdTag ?? null,
        expiresAt: new Date(expiryDate),
      }),
    },
  }),

  CancelReservation: ({ reservationId }, { reservations }) => ({
    payload: { status: reservations.cancel(reservationId) },
  }),
};
