import type { MeterValuesRequest as MeterValues16 } from 'typed-ocpp/dist/ocpp16/types.js';
import type { MeterValuesRequest as MeterValues2 } from 'typed-ocpp/dist/ocpp21/types.js';
import type { SimulatedConnector } from './connectors.ts';
import { type StationControls, withStatus } from './dialect.ts';

/** What TriggerMessage of 1.6 may ask for of the meters; without a connector, of each of them. */
export function meterTriggers16(station: StationControls, connectorId: number | undefined): Record<string, () => void> {
  return {
    MeterValues: () => {
      for (const evseId of evsesOf(station, connectorId)) {
        const { ref } = station.sessions.running(evseId) ?? {};
        const value = String(station.sessions.registerWh(evseId));
        const request: MeterValues16 = {
          connectorId: evseId,
          ...(ref !== undefined && { transactionId: Number(ref) }),
          meterValue: [
            { timestamp: new Date().toISOString(), sampledValue: [{ value, context: 'Trigger', unit: 'Wh' }] },
          ],
        };
        void station.say('MeterValues', request);
      }
    },
  };
}

/** What 2.x may ask for: the meters, and the sessions that run through them. */
export function meterTriggers2(station: StationControls, asked: number | undefined): Record<string, () => void> {
  return {
    MeterValues: () => {
      for (const evseId of evsesOf(station, asked)) {
        const value = station.sessions.registerWh(evseId);
        const request: MeterValues2 = {
          evseId,
          meterValue: [{ timestamp: new Date().toISOString(), sampledValue: [{ value, context: 'Trigger' }] }],
        };
        void station.say('MeterValues', request);
      }
    },
    TransactionEvent: () => {
      for (const evseId of evsesOf(station, asked)) {
        const session = station.sessions.running(evseId);
        if (session !== undefined) station.sessions.tellAgain(session, 'Trigger');
      }
    },
  };
}

function evsesOf({ connectors }: StationControls, evseId: number | undefined): number[] {
  return [...new Set(connectors.find({ evseId }).map((connector) => connector.evseId))].filter((id) => id > 0);
}

/** What a trigger of either version may ask for at once; undefined: it is no message of these. */
export function ownTrigger(station: StationControls, action: string, connectors: readonly SimulatedConnector[]) {
  if (action === 'BootNotification' || action === 'Heartbeat')
    return withStatus('Accepted', () => station.trigger({ action }));
  if (action !== 'StatusNotification') return undefined;
  if (connectors.length === 0) return withStatus('Rejected');
  return withStatus('Accepted', () => station.trigger({ action, connectors }));
}

/** The message among these triggers; a station without it says so. */
export function triggered(triggers: Readonly<Record<string, () => void>>, message: string) {
  const afterwards = triggers[message];
  return afterwards === undefined ? withStatus('NotImplemented') : withStatus('Accepted', afterwards);
}
