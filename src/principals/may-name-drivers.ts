import type { Actor } from './actor.ts';
import type { Principals } from './principals.ts';

/** A key that may not read drivers learns nobody's name by reading what they paid either. */
export function mayNameDrivers({ may }: Pick<Principals, 'may'>, { principal }: Pick<Actor, 'principal'>): boolean {
  return may(principal, { access: 'read', scope: 'drivers:read' }).isAllowed;
}
