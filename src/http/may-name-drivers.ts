import type { Actor } from '#principals/actor.ts';
import type { Principals } from '#principals/principals.ts';

/** A key that may not read drivers learns nobody's name by reading what they paid either. */
export function mayNameDrivers({ may }: Pick<Principals, 'may'>, { principal }: Actor): boolean {
  return may(principal, { access: 'read', scope: 'drivers:read' }).isAllowed;
}
