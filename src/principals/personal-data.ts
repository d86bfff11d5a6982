import type { Driver } from '#contract/access/driver.ts';
import type { Actor } from './actor.ts';
import type { Principals } from './principals.ts';

/** Opens what reaches a person outside of here: e-mail, telephone, address. It is granted by name, since no task of an agent needs it. */
export const personalScope = 'personal:read';

/** People see it by their role, from operator on; agents and programs only by the scope; whoever shows no key never. */
export function maySeePersonalData({ principal }: Pick<Actor, 'principal'>): boolean {
  if (principal === null) return false;
  return principal.kind === 'person' ? principal.role !== 'viewer' : principal.scopes.includes(personalScope);
}

/** The driver as this caller may see them; `hidden` says what is left out, and why. */
export function driverFor<Shown extends Driver>(actor: Pick<Actor, 'principal'>, driver: Shown): Shown {
  if (maySeePersonalData(actor)) return driver;
  return { ...driver, email: null, phone: null, note: null, hidden: whyHidden('email, phone, note', actor) };
}

export function whyHidden(fields: string, { principal }: Pick<Actor, 'principal'>): string {
  if (principal === null) return `Not shown without a key: ${fields}.`;
  return principal.kind === 'person'
    ? `Not shown below the role operator: ${fields}.`
    : `Not shown to a key of kind ${principal.kind} without the scope ${personalScope}: ${fields}.`;
}

/** A key that may not read drivers learns nobody's name by reading what they paid either. */
export function mayNameDrivers({ may }: Pick<Principals, 'may'>, { principal }: Pick<Actor, 'principal'>): boolean {
  return may(principal, { access: 'read', scope: 'drivers:read' }).isAllowed;
}
