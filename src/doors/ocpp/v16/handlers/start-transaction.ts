import type { StationAuthorization } from '#charging/authorization/station-authorization.ts';
import type { SessionReports } from '#charging/sessions/record/session-reports.ts';
import type { Handler } from '../../handler.ts';
import { stationTime, toldTime } from '../../shared/station-time.ts';
import { idTagInfoOf } from '../id-tag.ts';
import type { Messages } from '../messages.generated.ts';

/** The start is kept before it is answered, and every repetition of it gets the same transaction id. */
export const onStartTransaction: Handler<
  Messages['StartTransaction'],
  {
    authorization: Pick<StationAuthorization, 'decide' | 'evidence' | 'idOf'>;
    sessions: Pick<SessionReports, 'record' | 'transactionIdFor'>;
  }
> = async (request, { stationId, charging, receivedAt }) => {
  const { connectorId, idTag, meterStart, reservationId } = request;
  const at = stationTime(request.timestamp, receivedAt);
  const tokenId = charging.authorization.idOf({ token: idTag });
  // OCPP 1.6 gives a start no id of its own: these four are what two deliveries of one start have in common.
  const startKey = [connectorId, tokenId, request.timestamp, meterStart].join('|');
  const transactionId = await charging.sessions.transactionIdFor(stationId, startKey);
  const ref = String(transactionId);
  const ask = { token: idTag, stationId, evseId: connectorId, purpose: 'start', sessionRef: ref, at } as const;
  const decision = await charging.authorization.decide(ask);
  await charging.sessions.record(
    {
      stationId,
      ref,
      key: `start:${startKey}`,
      kind: 'started',
      seqNo: null,
      at,
      toldAt: toldTime(request.timestamp),
      receivedAt,
      isOffline: false,
      startKey,
      evseId: connectorId,
      connectorId: 1,
      token: { hash: tokenId, type: null },
      chargingState: null,
      trigger: null,
      stopReason: null,
      remoteStartId: null,
      reservationId: reservationId ?? null,
      samples: [],
      registerWh: meterStart,
    },
    charging.authorization.evidence(ask, decision),
  );
  return { transactionId, idTagInfo: idTagInfoOf(decision) };
};
