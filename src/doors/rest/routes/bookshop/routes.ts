import type { SubjectRoute } from '../../define-route.ts';
import { catalogueRoutes } from './catalogue-routes.ts';
import type { ShopRoutesNeeds } from './needs.ts';
import { orderRoutes } from './order-routes.ts';

/** The shop over REST. */
export function bookRoutes(needs: ShopRoutesNeeds): SubjectRoute[] {
  return [...catalogueRoutes(needs), ...orderRoutes(needs)];
}
