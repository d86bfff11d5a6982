import type { SubjectRoute } from '../../define-route.ts';
import { callRoutes } from './call-routes.ts';
import { changeRoutes } from './change-routes.ts';
import { listRoutes } from './list-routes.ts';
import type { RouteNeeds } from './route-needs.ts';

/** Devices over REST: for people and programs. Agents have tools. */
export function deviceRoutes(needs: RouteNeeds): SubjectRoute[] {
  return [...listRoutes(needs), ...changeRoutes(needs), ...callRoutes(needs)];
}
