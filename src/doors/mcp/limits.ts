import type { Actor } from '#principals/actor.ts';

/** What one caller, and all together, may hold open. Whoever asks for more is told so. */
export type Limits = {
  sessions: number;
  sessionsPerPrincipal: number;
  /** A session that nobody uses, and that has no stream open, ends after this long. */
  idleSessionMs: number;
  streams: number;
  streamsPerPrincipal: number;
  /** Hosts open their stream again; until then a forgotten one would stay for ever. */
  streamMs: number;
  /** How often it is looked whether the key of an open stream still holds. */
  recheckMs: number;
  /** Addresses that one stream or session is told of. */
  subscriptions: number;
};

export const limits: Limits = {
  sessions: 1_000,
  sessionsPerPrincipal: 100,
  idleSessionMs: 30 * 60_000,
  streams: 1_000,
  streamsPerPrincipal: 100,
  streamMs: 4 * 3_600_000,
  recheckMs: 30_000,
  subscriptions: 100,
};

/** Calls are small; whatever is larger than this is no call. */
export const maxBodyBytes = 1024 * 1024;
/** Of whoever shows no key: they only read. */
const maxStrangerBytes = 64 * 1024;

export function maxBytesOf({ principal }: Pick<Actor, 'principal'>): number {
  return principal === null ? maxStrangerBytes : maxBodyBytes;
}

/** How many requests are worked on at once, so that a thousand of one caller do not stop the others. Calls may take long: a station answers when it can. */
export const turnLimits = {
  places: 256,
  lanes: { known: 256, long: 0, stranger: 4 },
  placesPerCaller: 32,
};
