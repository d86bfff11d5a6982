import type { Pack } from '#tools/pack.ts';

export const levels = [
  { name: 'search', about: 'Find vehicles and look at one' },
  { name: 'explore', about: 'What there is to choose from, comparisons, charging', after: 3 },
  { name: 'manage', about: 'Change the stock' },
] as const satisfies Pack['levels'];
export type LevelName = (typeof levels)[number]['name'];
