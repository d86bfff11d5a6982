import { z } from 'zod';

/** How energy may flow between car and grid; v2x: in both directions; der: the car supports the grid as a small power plant. */
export const energyTransfer = z.enum([
  'ac-one-phase',
  'ac-two-phase',
  'ac-three-phase',
  'dc',
  'ac-v2x',
  'ac-v2x-der',
  'ac-der',
  'dc-v2x',
  'dc-pantograph',
  'dc-pantograph-v2x',
  'wireless',
]);
export type EnergyTransfer = z.infer<typeof energyTransfer>;
