/** Time is given, so that a test or a simulation can hold the hands of the clock. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Time as a connection lives in it: what o'clock it is, how long things take, and being woken later. */
export type Time = Clock & {
  /** Milliseconds since some moment; unlike the clock it is never set. */
  elapsedMs(): number;
  /** Calls back once that much time has passed, unless what is returned is called first. */
  after(delayMs: number, wake: () => void): () => void;
};

export const systemTime: Time = {
  ...systemClock,
  elapsedMs: () => performance.now(),
  after(delayMs, wake) {
    const timer = setTimeout(wake, delayMs);
    return () => clearTimeout(timer);
  },
};

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format();
    return /^[A-Za-z]/.test(name); // an offset such as +03:00 knows no daylight saving
  } catch {
    return false;
  }
}
