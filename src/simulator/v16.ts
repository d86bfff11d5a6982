import type { BootNotificationRequest, StatusNotificationRequest } from 'typed-ocpp/dist/ocpp16/types.js';
import type { ConnectorActivity } from '#contract/stations/station.ts';
import type { ConnectorState } from './connector-life.ts';
import type { SimulatedConnector } from './connectors.ts';
import { answerBy, type Dialect, type Handlers16, withStatus } from './dialect.ts';
import type { Nameplate } from './nameplate.ts';
import { infoOf } from './tokens.ts';
import { transfers16 } from './transfers.ts';
import { meterTriggers16, ownTrigger, triggered } from './triggers.ts';
import { chargingProfiles16, heldFrom } from './v16-charging-profiles.ts';
import { sessions16 } from './v16-sessions.ts';
import { upkeep16, upkeepTriggers16 } from './v16-upkeep.ts';

const handlers = {
  RemoteStartTransaction: ({ connectorId = 1, idTag: token, chargingProfile }, station) => {
    const [connector] = station.connectors.find({ evseId: connectorId });
    const canStart = connector?.isOperative === true && station.sessions.running(connectorId) === undefined;
    if (!canStart) return withStatus('Rejected');
    const start = () => {
      station.visits.startRemotely({ evseId: connectorId, token });
      if (chargingProfile !== undefined) station.profiles.put(heldFrom(connectorId, chargingProfile));
    };
    return withStatus('Accepted', start);
  },

  RemoteStopTransaction: ({ transactionId }, station) => {
    const session = station.sessions.byRef(String(transactionId));
    if (session === undefined) return withStatus('Rejected');
    return withStatus('Accepted', () => station.sessions.stop(session, 'Remote'));
  },

  TriggerMessage: ({ requestedMessage, connectorId }, station) => {
    const triggers = { ...upkeepTriggers16(station), ...meterTriggers16(station, connectorId) };
    const connectors = station.connectors.find({ evseId: connectorId });
    return ownTrigger(station, requestedMessage, connectors) ?? triggered(triggers, requestedMessage);
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
    if (connectors.length === 0) return withStatus('Rejected');
    return withStatus(station.connectors.setAvailability(connectors, type === 'Operative'));
  },

  UnlockConnector: ({ connectorId }, station) => {
    const [connector] = station.connectors.find({ evseId: connectorId });
    if (connector === undefined) return withStatus('NotSupported');
    if (connector.state.fault?.code === 'ConnectorLockFailure') return withStatus('UnlockFailed');
    const session = station.sessions.running(connectorId);
    const stop = () => session && station.sessions.stop(session, 'UnlockCommand'); // §5.18
    return withStatus('Unlocked', stop);
  },
} satisfies Handlers16;

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

const configuration16 = {
  GetConfiguration: ({ key = [] }, { deviceModel }) => {
    const keys = deviceModel.all.flatMap((variable) => (variable.key === undefined ? [] : [variable.key]));
    const asked = key.length === 0 ? keys : key; // no key means every key
    const unknownKey = asked.filter((name) => deviceModel.byKey(name) === undefined);
    return {
      payload: {
        configurationKey: asked.flatMap((name) => {
          const variable = deviceModel.byKey(name);
          if (variable === undefined) return [];
          return [{ key: name, readonly: variable.write === undefined, value: variable.read() }];
        }),
        ...(unknownKey.length > 0 && { unknownKey }),
      },
    };
  },

  ChangeConfiguration: ({ key, value }, { deviceModel }) => {
    const variable = deviceModel.byKey(key);
    return withStatus(variable === undefined ? 'NotSupported' : deviceModel.set(variable, value));
  },
} satisfies Handlers16;

const tokens16 = {
  ClearCache: (_request, { tokens }) => withStatus(tokens.clearCache()),

  SendLocalList: ({ listVersion, updateType, localAuthorizationList = [] }, { tokens }) => {
    if (!tokens.hasList) return withStatus('NotSupported');
    const entries = localAuthorizationList.map(({ idTag, idTagInfo }) => ({
      token: idTag,
      info: idTagInfo === undefined ? null : infoOf(idTagInfo),
    }));
    return withStatus(tokens.updateList({ version: listVersion, isFull: updateType === 'Full', entries }));
  },

  GetLocalListVersion: (_request, { tokens }) => ({
    payload: { listVersion: tokens.hasList ? tokens.toldListVersion : -1 }, // 1.6 §5.10
  }),

  ReserveNow: ({ connectorId, expiryDate, idTag, parentIdTag, reservationId }, { reservations }) =>
    withStatus(
      reservations.reserve({
        id: reservationId,
        evseId: connectorId === 0 ? null : connectorId,
        token: idTag,
        group: parentIdTag ?? null,
        expiresAt: new Date(expiryDate),
      }),
    ),

  CancelReservation: ({ reservationId }, { reservations }) => withStatus(reservations.cancel(reservationId)),
} satisfies Handlers16;

export const v16: Dialect = {
  version: '1.6',
  reportsStation: true,
  bootRequest,
  statusRequest,
  wordFor: statusWord,
  sessions: sessions16,
  answer: answerBy(handlers, configuration16, upkeep16, chargingProfiles16, tokens16, transfers16),
};
