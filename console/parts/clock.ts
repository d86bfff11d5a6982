import { useSyncExternalStore } from 'react';

/** One clock per step for everything on the page that tells how long something lasts. */
class StepClock {
  now = Date.now();
  readonly #stepMs: number;
  readonly #watchers = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(stepMs: number) {
    this.#stepMs = stepMs;
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    if (this.#timer === undefined) {
      this.now = Date.now();
      this.#timer = setInterval(() => this.#step(), this.#stepMs);
    }
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  };

  #step(): void {
    this.now = Date.now();
    for (const watcher of this.#watchers) watcher();
  }
}

const clocks = {
  calm: new StepClock(10_000), // so that a wall of numbers stays calm
  ticking: new StepClock(1_000),
};

export function useNow(pace: keyof typeof clocks): number {
  const clock = clocks[pace];
  return useSyncExternalStore(clock.watch, () => clock.now);
}
