import type {
  BootNotificationRequest,
  ChangeAvailabilityRequest,
  ChangeAvailabilityResponse,
  RemoteStartTransactionRequest,
  RemoteStartTransactionResponse,
  RemoteStopTransactionRequest,
  RemoteStopTransactionResponse,
  ResetRequest,
  ResetResponse,
  StatusNotificationRequest,
  TriggerMessageRequest,
  TriggerMessageResponse,
  UnlockConnectorRequest,
  UnlockConnectorResponse,
} from 'typed-ocpp/dist/ocpp16/types.js';
import type { ConnectorActivity } from '#contract/stations/station.ts';
import type { ConnectorState } from './connector-life.ts';
import type { SimulatedConnector } from './connectors.ts';
import { answerBy, type Dialect, type Handlers } from './dialect.ts';
import { meterTriggers16 } from './meter-triggers.ts';
import type { Nameplate } from './nameplate.ts';
import { chargingProfiles16, heldFrom } from './v16-charging-profiles.ts';
import { configuration16 } from './v16-configuration.ts';
import { sessions16 } from './v16-sessions.ts';
import { tokens16 } from './v16-tokens.ts';
import { transfers16 } from './v16-transfers.ts';
import { upkeep16, upkeepTriggers16 } from './v16-upkeep.ts';

type Messages = {
  RemoteStartTransaction: { request: RemoteStartTransactionRequest; response: RemoteStartTransactionResponse };
  RemoteStopTransaction: { request: RemoteStopTransactionRequest; response: RemoteStopTransactionResponse };
  TriggerMessage: { request: TriggerMessageRequest; response: TriggerMessageResponse };
  Reset: { request: ResetRequest; response: ResetResponse };
  ChangeAvailability: { request: ChangeAvailabilityRequest; response: ChangeAvailabilityResponse };
  UnlockConnector: { request: UnlockConnectorRequest; response: UnlockConnectorResponse };
};

const handlers: Handlers<Messages> = {
  RemoteStartTransaction: ({ connectorId = 1, idTag: token, chargingProfile }, station) => {
    const [connector] = station.connectors.find({ evseId: connectorId });
    const canStart = connector?.isOperative === true && station.sessions.running(connectorId) === undefined;
    if (!canStart) return { payload: { status: 'Rejected' } };
    const start = () => {
      station.visits.startRemotely({ evseId: connectorId, token });
      if (chargingProfile !== undefined) station.profiles.put(heldFrom(connectorId, chargingProfile));
    };
    return { payload: { status: 'Accepted' }, afterwards: start };
  },

  RemoteStopTransaction: ({ transactionId }, station) => {
    const session = station.sessions.byRef(String(transactionId));
    if (session === undefined) return { payload: { status: 'Rejected' } };
    return { payload: { status: 'Accepted' }, afterwards: () => station.sessions.stop(session, 'Remote') };
  },

  TriggerMessage: ({ requestedMessage, connectorId }, station) => {
    switch (requestedMessage) {
      case 'BootNotification':
      case 'Heartbeat':
        return { payload: { status: 'Accepted' }, afterwards: () => station.trigger({ action: requestedMessage }) };
      case 'StatusNotification': {
        const connectors = station.connectors.find({ evseId: connectorId });
        if (connectors.length === 0) return { payload: { status: 'Rejected' } };
        return {
          payload: { status: 'Accepted' },
          afterwards: () => station.trigger({ action: requestedMessage, connectors }),
        };
      }
      default: {
        const triggers = { ...upkeepTriggers16(station), ...meterTriggers16(station, connectorId) };
        const afterwards = triggers[requestedMessage];
        return afterwards === undefined
          ? { payload: { status: 'NotImplemented' } }
          : { payload: { status: 'Accepted' }, afterwards };
      }
    }
  },

  Reset: ({ type }, station) => ({
    payload: { status: 'Accepted' },
    afterwards: () => {
      station.sessions.stopAll(`${type}Reset`); // §5.14: it waits for nobody; what it ended is told before or after the restart
      station.reboot('RemoteReset');
    },
  }),

  ChangeAvailability: ({ connectorId, type }, station) => {
    const connectors = station.connectors.find({ evseId: connectorId === 0 ? undefined : connectorId });
    if (connectors.length === 0) return { payload: { status: 'Rejected' } };
    return { payload: { status: station.connectors.setAvailability(connectors, type === 'Operative') } };
  },

  UnlockConnector: ({ connectorId }, station) => {
    const [connector] = station.connectors.find({ evseId: connectorId });
    if (connector === undefined) return { payload: { status: 'NotSupported' } };
    if (connector.state.fault?.code === 'ConnectorLockFailure') return { payload: { status: 'UnlockFailed' } };
    const session = station.sessions.running(connectorId);
    const stop = () => session && station.sessions.stop(session, 'UnlockCommand'); // §5.18
    return { payload: { status: 'Unlocked' }, afterwards: stop };
  },
};

export const v16: Dialect = {
  version: '1.6',
  reportsStation: true,
  bootRequest,
  statusRequest,
  wordFor: statusWord,
  sessions: sessions16,
  answer: answerBy(handlers, configuration16, upkeep16, chargingProfiles16, tokens16, transfers16),
};

function bootRequest(nameplate: Nameplate): BootNotificationRequest {
  return {
    chargePointVendor: nameplate.vendor,
    chargePointModel: nameplate.model,
    chargePointSerialNumber: nameplate.serialNumber,
    firmwareVersion: nameplate.firmwareVersion,
    ...(nameplate.iccid !== null && { iccid: nameplate.iccid }),
  };
}

function statusRequest(
  { evseId, state, changedAt }: SimulatedConnector,
  { vendor }: Nameplate,
): StatusNotificationRequest {
  return {
    connectorId: evseId, // 1.6 knows no EVSE: each one's connector is a connector of the station
    errorCode: state.fault?.code ?? 'NoError',
    status: statusWord(state),
    timestamp: new Date(changedAt).toISOString(),
    ...(state.fault !== null && { info: state.fault.info, vendorId: vendor, vendorErrorCode: state.fault.vendorCode }),
  };
}

function statusWord({ status, activity }: ConnectorState): StatusNotificationRequest['status'] {
  return status === 'occupied' ? activityWords[activity ?? 'charging'] : statusWords[status];
}

const statusWords = {
  available: 'Available',
  reserved: 'Reserved',
  unavailable: 'Unavailable',
  faulted: 'Faulted',
} as const;
const activityWords = {
  preparing: 'Preparing',
  charging: 'Charging',
  'suspended-by-station': 'SuspendedEVSE',
  'suspended-by-vehicle': 'SuspendedEV',
  finishing: 'Finishing',
} as const satisfies Record<ConnectorActivity, StatusNotificationRequest['status']>;
