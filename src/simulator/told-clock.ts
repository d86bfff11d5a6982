import type { Clock } from '#base/clock.ts';
import type { OddityName } from './session-oddities.ts';

export type ToldClock = Clock & {
  /** Somebody sets it: an hour back, and right again the next time. */
  jump(): void;
};

const hourMs = 3_600_000;

/** The time that a station tells, which need not be right. */
export function toldClock(clock: Clock, oddities: readonly OddityName[]): ToldClock {
  const poweredAt = clock.now().getTime();
  const aheadMs = oddities.includes('clock-ahead') ? 5 * hourMs : 0;
  const originMs = oddities.includes('clock-1970') ? -poweredAt : 0;
  let setMs = 0;
  return {
    now: () => new Date(clock.now().getTime() + originMs + aheadMs + setMs),
    jump() {
      if (oddities.includes('clock-jumps')) setMs = setMs === 0 ? -hourMs : 0;
    },
  };
}
