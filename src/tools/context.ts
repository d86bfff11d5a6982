import type { Actor } from '#principals/actor.ts';

export type Progress = { done: number; total?: number; about?: string };

/** One call as its door hands it over: who calls, until when the answer is wanted, and what its address shows. */
export type CallContext = {
  actor: Actor;
  signal: AbortSignal;
  /** Set where an address serves one pack: the tools of others are unknown there. */
  pack?: string | undefined;
  /** Set where an address only reads: tools that change anything are unknown there. */
  isReadOnly?: boolean | undefined;
  /** The disclosure session of the door, where it has one: what lies outside its level is refused. */
  sessionId?: string | undefined;
  /** Named by an agent that found it by search: what its session is not shown it may still call. */
  isFound?: boolean | undefined;
  /** Set where an approved plan is carried out: what it names, beside which nothing may be touched. */
  targets?: readonly string[] | undefined;
  /** Set where an approved plan is looked at again or carried out: who proposed it, whoever carries it out. */
  onBehalfOf?: string | undefined;
  /** Set where an approved plan is carried out: the person who said yes to it. */
  approvedBy?: string | undefined;
  /** Set where the caller comes back for the answer: what goes on at a station is followed to its end. */
  isTask?: boolean | undefined;
  /** Set by doors whose caller asked to hear how far a call is. */
  report?: ((progress: Progress) => void) | undefined;
  /** What a door offers beyond answering, to tools written for that door; the product's own do not use it. */
  host?: unknown;
};
