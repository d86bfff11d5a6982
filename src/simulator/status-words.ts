import type { ConnectorStatusEnumType } from 'typed-ocpp/dist/ocpp21/types.js';
import type { ConnectorStatus } from '#contract/stations/station.ts';

/** How OCPP 2.0.1 and 2.1 call the status of a connector. */
export const statusWords = {
  available: 'Available',
  occupied: 'Occupied',
  reserved: 'Reserved',
  unavailable: 'Unavailable',
  faulted: 'Faulted',
} as const satisfies Record<ConnectorStatus, ConnectorStatusEnumType>;
