import type {
  BootNotificationRequest,
  ConnectorStatusEnumType,
  ResetRequest,
  StatusNotificationRequest,
} from 'typed-ocpp/dist/ocpp21/types.js';
import { type ConnectorState, statusWords } from './connector-life.ts';
import type { SimulatedConnector } from './connectors.ts';
import { type BootReason, type Handlers2, type StationControls, withStatus } from './dialect.ts';
import type { Nameplate } from './nameplate.ts';
import { meterTriggers2, ownTrigger, triggered } from './triggers.ts';
import { sessions2 } from './v2-sessions.ts';
import { upkeepTriggers2 } from './v2-upkeep.ts';

export const sharedHandlers = {
  RequestStartTransaction: ({ evseId = 1, idToken, remoteStartId, chargingProfile }, station) => {
    const [connector] = station.connectors.find({ evseId });
    const isTaken = station.sessions.running(evseId)?.token; // F01: a cable that waits for a token is welcome
    const canStart = connector?.isOperative === true && !isTaken;
    if (!canStart) return withStatus('Rejected');
    const start = () => {
      const { idToken: token, type: tokenType } = idToken;
      const { ref: transactionId } = station.visits.startRemotely({ evseId, token, tokenType, remoteStartId });
      if (chargingProfile !== undefined)
        station.profiles.put({ evseId, profile: { ...chargingProfile, transactionId }, source: 'CSO' });
    };
    return withStatus('Accepted', start);
  },

  RequestStopTransaction: ({ transactionId }, station) => {
    const session = station.sessions.byRef(transactionId);
    if (session === undefined) return withStatus('Rejected');
    return withStatus('Accepted', () => station.sessions.stop(session, 'Remote'));
  },

  GetTransactionStatus: ({ transactionId }, station) => {
    const ongoing =
      transactionId === undefined ? {} : { ongoingIndicator: station.sessions.byRef(transactionId) !== undefined };
    return { payload: { ...ongoing, messagesInQueue: station.hasQueuedMessages } };
  },

  TriggerMessage: ({ requestedMessage, evse }, station) => {
    if (requestedMessage === 'BootNotification' && station.registration === 'accepted') return withStatus('Rejected'); // F06.FR.17
    const triggers = { ...upkeepTriggers2(station), ...meterTriggers2(station, evse?.id) };
    const connectors = station.connectors.find({ evseId: evse?.id, connectorId: evse?.connectorId });
    return ownTrigger(station, requestedMessage, connectors) ?? triggered(triggers, requestedMessage);
  },

  Reset: ({ type, evseId }, station) => {
    if (evseId !== undefined) return { payload: { status: 'Rejected', statusInfo: { reasonCode: 'NotEnabled' } } }; // it only restarts as a whole
    if (type !== 'OnIdle' || !station.connectors.isInUse) {
      return withStatus('Accepted', () => restart(station, type));
    }
    return withStatus('Scheduled', () => station.rebootOnceIdle('RemoteReset'));
  },

  ChangeAvailability: ({ evse, operationalStatus }, station) => {
    const connectors = station.connectors.find({ evseId: evse?.id, connectorId: evse?.connectorId });
    if (connectors.length === 0) return withStatus('Rejected');
    return withStatus(station.connectors.setAvailability(connectors, operationalStatus === 'Operative'));
  },

  UnlockConnector: ({ evseId, connectorId }, station) => {
    const [connector] = station.connectors.find({ evseId, connectorId });
    if (connector === undefined) return withStatus('UnknownConnector');
    if (station.sessions.running(evseId)) return withStatus('OngoingAuthorizedTransaction'); // F05.FR.02
    const isStuck = connector.state.fault?.code === 'ConnectorLockFailure';
    return withStatus(isStuck ? 'UnlockFailed' : 'Unlocked');
  },
} satisfies Handlers2;

/** B12 ends the sessions; B13 goes on with them after the restart. */
function restart(station: StationControls, type: ResetRequest['type']): void {
  const resumes = type === 'ImmediateAndResume';
  if (!resumes) station.sessions.stopAll('ImmediateReset');
  station.reboot('RemoteReset');
  for (const session of station.sessions.all)
    if (resumes && !session.isEnded) station.sessions.tellAgain(session, 'TxResumed');
}

/** The status message of 2.0.1 and 2.1. Neither version reports a status of the whole station, or the reason of a fault, in it. */
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
