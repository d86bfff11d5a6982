import type { z } from 'zod';
import { accessEvents } from './access.ts';
import { bookshopEvents } from './bookshop.ts';
import { contractEvents } from './contracts.ts';
import { controlEvents } from './control.ts';
import type { EventDefinition } from './define-event.ts';
import { deviceModelEvents } from './device-model.ts';
import { deviceEvents } from './devices.ts';
import { energyEvents } from './energy.ts';
import { findingEvents } from './findings.ts';
import { maintenanceEvents } from './maintenance.ts';
import { moneyEvents } from './money.ts';
import { peopleEvents } from './people.ts';
import { roamingEvents } from './roaming.ts';
import { securityEvents } from './security.ts';
import { sessionEvents } from './sessions.ts';
import { siteEvents } from './sites.ts';
import { stationEvents } from './stations.ts';

/** Every kind of event that the ledger takes. The ledger keeps older kinds as well, so readers must expect others. */
export const events = {
  ...stationEvents,
  ...sessionEvents,
  ...accessEvents,
  ...moneyEvents,
  ...siteEvents,
  ...controlEvents,
  ...peopleEvents,
  ...securityEvents,
  ...contractEvents,
  ...deviceModelEvents,
  ...maintenanceEvents,
  ...findingEvents,
  ...energyEvents,
  ...deviceEvents,
  ...bookshopEvents,
  ...roamingEvents,
} satisfies Record<string, EventDefinition>;

export type EventKind = keyof typeof events;
export type EventBody<Kind extends EventKind> = z.output<(typeof events)[Kind]['body']>;
