/** Time is given, so that a test or a simulation can hold the hands of the clock. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
