import type { StationControls } from './dialect.ts';
import type { Presented, Reaction } from './driver.ts';
import type { SimulatedVehicle } from './vehicle.ts';

export type VisitPlan = {
  evseId: number;
  vehicle: SimulatedVehicle;
  token: string;
  begins: 'cable-first' | 'token-first';
  /** How the session ends, unless it did so by itself: with the token once more, or by taking the cable. */
  ends: 'token' | 'cable';
  chargeSeconds: number;
  idleSeconds: number;
  /** What happens as soon as energy may flow, such as a car that tells its needs. */
  onStarted?: () => void;
};

/** A station, and a way to wait that ends early when the driver is called away. */
export type VisitNeeds = {
  station: Pick<StationControls, 'visits' | 'sessions'> & { present(presented: Presented): Promise<Reaction> };
  wait(seconds: number): Promise<unknown>;
};

/** A driver comes to an EVSE, charges, and leaves; called away early, everything still ends as it should. */
export async function visit({ station, wait }: VisitNeeds, plan: VisitPlan): Promise<Reaction> {
  const { evseId, token, vehicle } = plan;
  const isBeforeCable = plan.begins === 'token-first';
  if (!isBeforeCable) station.visits.plugIn(evseId, vehicle);
  const reaction = await station.present({ evseId, token, isBeforeCable });
  // Meanwhile somebody who was started remotely may have taken the place.
  const isPlaceLeft = station.visits.vehicleAt(evseId) === undefined;
  if (isBeforeCable && reaction === 'started' && isPlaceLeft) station.visits.plugIn(evseId, vehicle);
  if (reaction === 'started') {
    plan.onStarted?.();
    await wait(plan.chargeSeconds);
    const running = station.sessions.running(evseId);
    if (plan.ends === 'token' && running?.token === token) station.sessions.stop(running, 'Local');
    if (plan.ends === 'token') await wait(plan.idleSeconds);
  }
  if (station.visits.vehicleAt(evseId) !== undefined) station.visits.unplug(evseId);
  return reaction;
}
