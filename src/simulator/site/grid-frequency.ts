import { randomFrom } from '../random.ts';

type Dip = { dipHz: number; dipAtSeconds: number; dipSeconds: number; nominalHz?: 50 | 60 };

/** The frequency of a simulated grid, second by second: it wanders around its nominal value, and falls for a while where a power station is lost. */
export function gridFrequency(
  seed: string,
  { dipHz, dipAtSeconds, dipSeconds, nominalHz = 50 }: Dip,
): (second: number) => number {
  const random = randomFrom(`frequency ${seed}`);
  const wander = [0];
  return (second) => {
    for (let known = wander.length; known <= second; known += 1)
      wander.push((wander[known - 1] ?? 0) * 0.99 + 0.004 * (random() - 0.5));
    const isDipped = second >= dipAtSeconds && second < dipAtSeconds + dipSeconds;
    return nominalHz + (wander[second] ?? 0) - (isDipped ? dipHz : 0);
  };
}
