import type {
  BootNotificationRequest,
  ChangeAvailabilityRequest,
  ChangeAvailabilityResponse,
  GetConfigurationRequest,
  GetConfigurationResponse,
  ResetRequest,
  ResetResponse,
  StatusNotificationRequest,
  TriggerMessageRequest,
  TriggerMessageResponse,
} from 'typed-ocpp/dist/ocpp16/types.js';
import type { ConnectorActivity } from '#contract/station.ts';
import type { ConnectorState } from './connector-life.ts';
import type { SimulatedConnector } from './connectors.ts';
import { answerBy, type Dialect, type Handlers, type StationControls } from './dialect.ts';
import type { Nameplate } from './nameplate.ts';

type Messages = {
  TriggerMessage: { request: TriggerMessageRequest; response: TriggerMessageResponse };
  Reset: { request: ResetRequest; response: ResetResponse };
  GetConfiguration: { request: GetConfigurationRequest; response: GetConfigurationResponse };
  ChangeAvailability: { request: ChangeAvailabilityRequest; response: ChangeAvailabilityResponse };
};

const handlers: Handlers<Messages> = {
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
      default:
        return { payload: { status: 'NotImplemented' } };
    }
  },

  Reset: (_request, station) => ({ payload: { status: 'Accepted' }, afterwards: () => station.reboot('RemoteReset') }),

  GetConfiguration: ({ key }, station) => {
    const settings = configuration(station);
    const asked = key === undefined || key.length === 0 ? [...settings.keys()] : key; // no key means every key
    const unknownKey = asked.filter((name) => !settings.has(name));
    return {
      payload: {
        configurationKey: asked
          .filter((name) => settings.has(name))
          .map((name) => ({ key: name, readonly: true, value: settings.get(name) ?? '' })),
        ...(unknownKey.length > 0 && { unknownKey }),
      },
    };
  },

  ChangeAvailability: ({ connectorId, type }, station) => {
    const connectors = station.connectors.find({ evseId: connectorId === 0 ? undefined : connectorId });
    if (connectors.length === 0) return { payload: { status: 'Rejected' } };
    return { payload: { status: station.connectors.setAvailability(connectors, type === 'Operative') } };
  },
};

export const v16: Dialect = {
  version: '1.6',
  reportsStation: true,
  bootRequest,
  statusRequest,
  wordFor: statusWord,
  answer: answerBy(handlers),
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
  return status === 'in-use' ? activityWords[activity ?? 'charging'] : statusWords[status];
}

const statusWords = {
  free: 'Available',
  reserved: 'Reserved',
  'out-of-service': 'Unavailable',
  faulted: 'Faulted',
} as const;
const activityWords = {
  preparing: 'Preparing',
  charging: 'Charging',
  'suspended-by-station': 'SuspendedEVSE',
  'suspended-by-vehicle': 'SuspendedEV',
  finishing: 'Finishing',
} as const satisfies Record<ConnectorActivity, StatusNotificationRequest['status']>;

function configuration(station: StationControls): Map<string, string> {
  return new Map([
    ['HeartbeatInterval', String(station.heartbeatSeconds)],
    ['NumberOfConnectors', String(station.nameplate.evseCount)],
    ['SupportedFeatureProfiles', 'Core,RemoteTrigger'],
    ['WebSocketPingInterval', '0'],
  ]);
}
