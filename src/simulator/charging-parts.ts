import type { ChargingProfiles } from './charging-profiles.ts';
import type { Connectors } from './connectors.ts';
import type { DeviceModel } from './device-model.ts';
import type { Dialect } from './dialect.ts';
import { Meters } from './meters.ts';
import { usualOutlet } from './nameplate.ts';
import type { Outbox } from './outbox.ts';
import { SimulatedSessions } from './sessions.ts';
import type { CompleteSettings } from './station-settings.ts';
import type { ToldClock } from './told-clock.ts';
import { Visits } from './visits.ts';

type Needs = {
  settings: CompleteSettings;
  dialect: Dialect;
  /** The time the station tells, which may be wrong; energy is measured by the true one. */
  clock: ToldClock;
  outbox: Outbox;
  connectors: Connectors;
  profiles: ChargingProfiles;
  isOnline(): boolean;
  deviceModel(): DeviceModel;
};

/** What charging takes at a station: its meters, the vehicles that draw through them, and the sessions that are told of it. */
export function chargingParts(needs: Needs): { sessions: SimulatedSessions; visits: Visits } {
  const { settings, dialect, clock, outbox, connectors, profiles, isOnline } = needs;
  const { secondMs, oddities, memory, nextDriver, nameplate } = settings;
  const meters = new Meters(settings.clock, settings.initialRegisterWh);
  const setting = (component: string, variable: string, instance?: string) =>
    needs.deviceModel().find({ component, variable, instance })?.read();
  const sessions: SimulatedSessions = new SimulatedSessions({
    ...{ clock, meters, outbox, connectors, memory, oddities, secondMs, setting, isOnline },
    dialect: dialect.sessions,
    version: dialect.version,
    isPlugged: (evseId) => visits.vehicleAt(evseId) !== undefined,
    onEnd: ({ evseId }) => visits.release(evseId),
  });
  const visits: Visits = new Visits({
    ...{ meters, connectors, profiles, secondMs, nextDriver },
    clock: settings.clock,
    outlet: nameplate.outlet ?? usualOutlet,
    beginsWithCable: dialect.version !== '1.6',
    sampleSeconds: () => Number(setting('SampledDataCtrlr', 'TxUpdatedInterval') ?? 60),
    sessions: () => sessions,
  });
  return { sessions, visits };
}
