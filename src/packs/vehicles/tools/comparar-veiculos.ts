import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { readVehicles } from '#vehicles/stock/vehicle-store.ts';
import { shownOf, shownVehicle } from '../shown-vehicle.ts';
import { vehicleTable } from '../vehicle-table.ts';

export function compararVeiculos({ pool }: Pick<VehicleNeeds, 'pool'>): Tool {
  return defineTool({
    name: 'comparar_veiculos',
    title: 'Compare vehicles',
    description:
      'Puts two to five vehicles side by side, as a Markdown table with a column for each, and names the cheapest, the newest and the one with the fewest km. Use it when a buyer hesitates between vehicles that buscar_veiculos found.',
    category: 'vehicles',
    level: 'explore',
    tier: 'R0',
    input: z.object({
      veiculo_ids: z
        .array(z.uuid())
        .min(2)
        .max(5)
        .refine((ids) => new Set(ids).size === ids.length, 'must be different vehicles')
        .describe('Their ids, as buscar_veiculos returns them'),
    }),
    output: z.object({
      veiculos: z.array(shownVehicle),
      mais_barato: z.uuid(),
      mais_novo: z.uuid(),
      menor_km: z.uuid(),
    }),
    examples: [{ veiculo_ids: ['0199a3c0-7b1e-7c3a-9d52-3f6a1b2c4d5e', '0199a3c0-7b1e-7c3a-9d52-3f6a1b2c4d5f'] }],
    otherSpellings: { names: { vehicle_ids: 'veiculo_ids', ids: 'veiculo_ids' } },
    async run({ veiculo_ids }) {
      const vehicles = (await readVehicles(pool, veiculo_ids)).map(shownOf);
      if (vehicles.length < veiculo_ids.length)
        throw new SigecError(
          'NOT_FOUND',
          `${veiculo_ids.length - vehicles.length} of these vehicles are not for sale, or not any more. Call buscar_veiculos for others.`,
        );
      const least = (read: (vehicle: (typeof vehicles)[number]) => number) =>
        vehicles.reduce((best, each) => (read(each) < read(best) ? each : best)).id;
      const data = {
        veiculos: vehicles,
        mais_barato: least(({ preco }) => preco),
        mais_novo: least(({ ano_modelo, ano_fabricacao }) => -(ano_modelo + ano_fabricacao)),
        menor_km: least(({ quilometragem }) => quilometragem),
      };
      return { text: vehicleTable(vehicles), data };
    },
  });
}
