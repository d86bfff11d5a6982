import type { Resource } from '#tools/resource.ts';
import type { PackNeeds } from '../needs.ts';
import { eventResources } from './event-resources.ts';
import { placeResources } from './place-resources.ts';
import { sessionResources } from './session-resources.ts';
import { stationResources } from './station-resources.ts';

/** What agents can read by its address, and follow. */
export function chargingResources(needs: PackNeeds): Resource[] {
  return [...stationResources(needs), ...sessionResources(needs), ...placeResources(needs), ...eventResources(needs)];
}
