import type { NotifyEventRequest } from 'typed-ocpp/dist/ocpp21/types.js';
import type { Fault } from '../connector-life.ts';
import type { FaultCodeName } from './fault-effects.ts';

const details = {
  PowerSwitchFailure: { info: 'Contactor does not close', vendorCode: 'E-263' },
  PowerMeterFailure: { info: 'Meter does not answer', vendorCode: 'E-402' },
  ConnectorLockFailure: { info: 'Latch does not close', vendorCode: 'E-317' },
  HighTemperature: { info: 'Contact at 91 degrees Celsius', vendorCode: 'E-221' },
} as const satisfies Record<FaultCodeName, Omit<Fault, 'code'>>;

export function faultOfCode(code: FaultCodeName): Fault {
  return { code, ...details[code] };
}

type AtConnector = { evseId: number; at: Date };

/** OCPP 2.x N07: what is wrong at a connector, in an event whose code says it. */
export function eventOfFault({ fault, ...where }: AtConnector & { fault: Fault }): NotifyEventRequest {
  return eventAt(where, {
    trigger: 'Alerting',
    actualValue: 'true',
    techCode: fault.code,
    techInfo: `${fault.vendorCode} ${fault.info}`,
    variable: { name: 'Problem' },
  });
}

/** In 2.x a temperature is no meter value, but a variable of the connector. */
export function eventOfTemperature({ celsius, ...where }: AtConnector & { celsius: number }): NotifyEventRequest {
  return eventAt(where, { trigger: 'Periodic', actualValue: String(celsius), variable: { name: 'Temperature' } });
}

type Told = Omit<NotifyEventRequest['eventData'][0], 'eventId' | 'timestamp' | 'component' | 'eventNotificationType'>;

function eventAt({ evseId, at }: AtConnector, told: Told): NotifyEventRequest {
  const timestamp = at.toISOString();
  const component = { name: 'Connector', evse: { id: evseId, connectorId: 1 } };
  const eventId = at.getTime() % 2_000_000_000;
  return {
    generatedAt: timestamp,
    seqNo: 0,
    eventData: [{ eventId, timestamp, component, eventNotificationType: 'HardWiredNotification', ...told }],
  };
}
