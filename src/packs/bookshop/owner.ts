import { actorName } from '#principals/actor.ts';
import type { CallContext } from '#tools/context.ts';

/** Whose carts and checkouts a call is about: those of whoever asked for it, also where somebody else carries it out. */
export function ownerOf({ actor, onBehalfOf }: Pick<CallContext, 'actor' | 'onBehalfOf'>): string {
  return onBehalfOf ?? actorName(actor);
}
