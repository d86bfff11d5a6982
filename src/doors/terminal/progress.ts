const pauseMs = 3_000;

/** Passes on what is told of a long work, every few seconds; of a short one nothing. */
export function everyFewSeconds<Args extends unknown[]>(tell: (...args: Args) => void): (...args: Args) => void {
  let nextAt = performance.now() + pauseMs;
  return (...args) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + pauseMs;
    tell(...args);
  };
}
