import type {
  BootNotificationRequest,
  ChangeAvailabilityRequest,
  ChangeAvailabilityResponse,
  ConnectorStatusEnumType,
  GetTransactionStatusRequest,
  GetTransactionStatusResponse,
  RequestStartTransactionRequest,
  RequestStartTransactionResponse,
  RequestStopTransactionRequest,
  RequestStopTransactionResponse,
  ResetRequest,
  ResetResponse,
  StatusNotificationRequest,
  TriggerMessageRequest,
  TriggerMessageResponse,
  UnlockConnectorRequest,
  UnlockConnectorResponse,
} from 'typed-ocpp/dist/ocpp21/types.js';
import type { ConnectorState } from './connector-life.ts';
import type { SimulatedConnector } from './connectors.ts';
import type { BootReason, Handlers, StationControls } from './dialect.ts';
import { meterTriggers2 } from './meter-triggers.ts';
import type { Nameplate } from './nameplate.ts';
import { statusWords } from './status-words.ts';
import { sessions2 } from './v2-sessions.ts';
import { upkeepTriggers2 } from './v2-upkeep.ts';

/** What OCPP 2.0.1 and 2.1 have in common, in the types of 2.1, which only adds to its elder. */
type SharedMessages = {
  RequestStartTransaction: { request: RequestStartTransactionRequest; response: RequestStartTransactionResponse };
  RequestStopTransaction: { request: RequestStopTransactionRequest; response: RequestStopTransactionResponse };
  GetTransactionStatus: { request: GetTransactionStatusRequest; response: GetTransactionStatusResponse };
  TriggerMessage: { request: TriggerMessageRequest; response: TriggerMessageResponse };
  Reset: { request: ResetRequest; response: ResetResponse };
  ChangeAvailability: { request: ChangeAvailabilityRequest; response: ChangeAvailabilityResponse };
  UnlockConnector: { request: UnlockConnectorRequest; response: UnlockConnectorResponse };
};

export const sharedHandlers: Handlers<SharedMessages> = {
  RequestStartTransaction: ({ evseId = 1, idToken, remoteStartId, chargingProfile }, station) => {
    const [connector] = station.connectors.find({ evseId });
    const isTaken = station.sessions.running(evseId)?.token; // F01: a cable that waits for a token is welcome
    const canStart = connector?.isOperative === true && !isTaken;
    if (!canStart) return { payload: { status: 'Rejected' } };
    const start = () => {
      const { ref: transactionId } = station.visits.startRemotely({ evseId, token: idToken.idToken, remoteStartId });
      if (chargingProfile !== undefined)
        station.profiles.put({ evseId, profile: { ...chargingProfile, transactionId }, source: 'CSO' });
    };
    return { payload: { status: 'Accepted' }, afterwards: start };
  },

  RequestStopTransaction: ({ transactionId }, station) => {
    const session = station.sessions.byRef(transactionId);
    if (session === undefined) return { payload: { status: 'Rejected' } };
    return { payload: { status: 'Accepted' }, afterwards: () => station.sessions.stop(session, 'Remote') };
  },

  GetTransactionStatus: ({ transactionId }, station) => {
    const ongoing =
      transactionId === undefined ? {} : { ongoingIndicator: station.sessions.byRef(transactionId) !== undefined };
    return { payload: { ...ongoing, messagesInQueue: station.hasQueuedMessages } };
  },

  TriggerMessage: ({ requestedMessage, evse }, station) => {
    switch (requestedMessage) {
      case 'BootNotification':
        if (station.registration === 'accepted') return { payload: { status: 'Rejected' } }; // F06.FR.17
        return { payload: { status: 'Accepted' }, afterwards: () => station.trigger({ action: requestedMessage }) };
      case 'Heartbeat':
        return { payload: { status: 'Accepted' }, afterwards: () => station.trigger({ action: requestedMessage }) };
      case 'StatusNotification': {
        const connectors = station.connectors.find({ evseId: evse?.id, connectorId: evse?.connectorId });
        if (connectors.length === 0) return { payload: { status: 'Rejected' } };
        return {
          payload: { status: 'Accepted' },
          afterwards: () => station.trigger({ action: requestedMessage, connectors }),
        };
      }
      default: {
        const triggers = { ...upkeepTriggers2(station), ...meterTriggers2(station, evse?.id) };
        const afterwards = triggers[requestedMessage];
        return afterwards === undefined
          ? { payload: { status: 'NotImplemented' } }
          : { payload: { status: 'Accepted' }, afterwards };
      }
    }
  },

  Reset: ({ type, evseId }, station) => {
    if (evseId !== undefined) return { payload: { status: 'Rejected', statusInfo: { reasonCode: 'NotEnabled' } } }; // it only restarts as a whole
    if (type !== 'OnIdle' || !station.connectors.isInUse) {
      return { payload: { status: 'Accepted' }, afterwards: () => restart(station, type) };
    }
    return { payload: { status: 'Scheduled' }, afterwards: () => station.rebootOnceIdle('RemoteReset') };
  },

  ChangeAvailability: ({ evse, operationalStatus }, station) => {
    const connectors = station.connectors.find({ evseId: evse?.id, connectorId: evse?.connectorId });
    if (connectors.length === 0) return { payload: { status: 'Rejected' } };
    return { payload: { status: station.connectors.setAvailability(connectors, operationalStatus === 'Operative') } };
  },

  UnlockConnector: ({ evseId, connectorId }, station) => {
    const [connector] = station.connectors.find({ evseId, connectorId });
    if (connector === undefined) return { payload: { status: 'UnknownConnector' } };
    if (station.sessions.running(evseId)) return { payload: { status: 'OngoingAuthorizedTransaction' } }; // F05.FR.02
    const isStuck = connector.state.fault?.code === 'ConnectorLockFailure';
    return { payload: { status: isStuck ? 'UnlockFailed' : 'Unlocked' } };
  },
};

/** B12 ends the sessions; B13 goes on with them after the restart. */
function restart(station: StationControls, type: ResetRequest['type']): void {
  const resumes = type === 'ImmediateAndResume';
  if (!resumes) station.sessions.stopAll('ImmediateReset');
  station.reboot('RemoteReset');
  for (const session of station.sessions.all)
    if (resumes && !session.isEnded) station.sessions.tellAgain(session, 'TxResumed');
}

/** What 2.0.1 and 2.1 say alike. Neither reports the station as a whole, nor a fault's reason, with its status. */
export const sharedRequests = {
  reportsStation: false,
  sessions: sessions2,

  bootRequest(nameplate: Nameplate, reason: BootReason): BootNotificationRequest {
    return {
      reason,
      chargingStation: {
        vendorName: nameplate.vendor,
        model: nameplate.model,
        serialNumber: nameplate.serialNumber,
        firmwareVersion: nameplate.firmwareVersion,
        ...(nameplate.iccid !== null && { modem: { iccid: nameplate.iccid } }),
      },
    };
  },

  statusRequest({ evseId, connectorId, state, changedAt }: SimulatedConnector): StatusNotificationRequest {
    return {
      timestamp: new Date(changedAt).toISOString(),
      connectorStatus: statusWords[state.status],
      evseId,
      connectorId,
    };
  },

  wordFor(state: ConnectorState): ConnectorStatusEnumType {
    return statusWords[state.status];
  },
};
