import type {
  BootNotificationRequest,
  ChangeAvailabilityRequest,
  ChangeAvailabilityResponse,
  ConnectorStatusEnumType,
  GetVariablesRequest,
  GetVariablesResponse,
  ResetRequest,
  ResetResponse,
  StatusNotificationRequest,
  TriggerMessageRequest,
  TriggerMessageResponse,
} from 'typed-ocpp/dist/ocpp21/types.js';
import type { ConnectorState } from './connector-life.ts';
import type { SimulatedConnector } from './connectors.ts';
import type { BootReason, Handlers } from './dialect.ts';
import type { Nameplate } from './nameplate.ts';
import { statusWords } from './status-words.ts';
import { readVariable } from './variables.ts';

/** Where OCPP 2.1 only adds to 2.0.1, one handler serves both: written with the types of 2.1, it fits the table of 2.0.1. */
type SharedMessages = {
  TriggerMessage: { request: TriggerMessageRequest; response: TriggerMessageResponse };
  Reset: { request: ResetRequest; response: ResetResponse };
  GetVariables: { request: GetVariablesRequest; response: GetVariablesResponse };
  ChangeAvailability: { request: ChangeAvailabilityRequest; response: ChangeAvailabilityResponse };
};

export const sharedHandlers: Handlers<SharedMessages> = {
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
      default:
        return { payload: { status: 'NotImplemented' } };
    }
  },

  Reset: ({ type, evseId }, station) => {
    if (evseId !== undefined) return { payload: { status: 'Rejected', statusInfo: { reasonCode: 'NotEnabled' } } }; // it only restarts as a whole
    if (type !== 'OnIdle' || !station.connectors.isInUse) {
      return { payload: { status: 'Accepted' }, afterwards: () => station.reboot('RemoteReset') };
    }
    return { payload: { status: 'Scheduled' }, afterwards: () => station.rebootOnceIdle('RemoteReset') };
  },

  GetVariables: ({ getVariableData }, station) => ({
    payload: { getVariableResult: getVariableData.map((asked) => readVariable(asked, station)) },
  }),

  ChangeAvailability: ({ evse, operationalStatus }, station) => {
    const connectors = station.connectors.find({ evseId: evse?.id, connectorId: evse?.connectorId });
    if (connectors.length === 0) return { payload: { status: 'Rejected' } };
    return { payload: { status: station.connectors.setAvailability(connectors, operationalStatus === 'Operative') } };
  },
};

/** What 2.0.1 and 2.1 say alike. Neither reports the station as a whole, nor a fault's reason, with its status. */
export const sharedRequests = {
  reportsStation: false,

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
