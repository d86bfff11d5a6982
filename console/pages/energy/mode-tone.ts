import type { EnergyMode } from '#contract/energy/site-energy.ts';
import type { Tone } from '../../parts/tones.ts';

export const modeTone = { control: 'good', plan: 'busy', off: 'rest' } as const satisfies Record<EnergyMode, Tone>;
