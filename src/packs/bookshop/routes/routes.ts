import type { PackRoute } from '#tools/pack-route.ts';
import type { PackNeeds } from '../needs.ts';
import { catalogueRoutes } from './catalogue-routes.ts';
import { orderRoutes } from './order-routes.ts';

/** The shop over REST. */
export function bookRoutes(needs: PackNeeds): PackRoute[] {
  return [...catalogueRoutes(needs), ...orderRoutes(needs)];
}
