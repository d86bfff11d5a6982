import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { readVehicles } from '#vehicles/stock/vehicle-store.ts';
import { vehicleTable } from '../markdown-table.ts';
import { shownOf, shownVehicle } from '../shown-vehicle.ts';

export const vehicleIdArgument = z.uuid().describe('The id, as buscar_veiculos returns it');

export function detalhesVeiculo({ pool }: Pick<VehicleNeeds, 'pool'>): Tool {
  return defineTool({
    name: 'detalhes_veiculo',
    title: 'A vehicle in detail',
    description:
      'Tells everything that is known of one vehicle for sale, with battery, range and charging inlet where it has them. Use it once a buyer points at a vehicle that buscar_veiculos found.',
    category: 'vehicles',
    level: 'search',
    tier: 'R0',
    input: z.object({ veiculo_id: vehicleIdArgument }),
    output: z.object({ veiculo: shownVehicle }),
    examples: [{ veiculo_id: '0199a3c0-7b1e-7c3a-9d52-3f6a1b2c4d5e' }],
    otherSpellings: { names: { vehicle_id: 'veiculo_id', id: 'veiculo_id' } },
    subject: ({ veiculo_id }) => veiculo_id,
    async run({ veiculo_id }) {
      const shown = shownOf(await mustReadVehicle({ pool }, veiculo_id));
      return { text: vehicleTable([shown]), data: { veiculo: shown } };
    },
  });
}

export async function mustReadVehicle({ pool }: Pick<VehicleNeeds, 'pool'>, id: string) {
  const [found] = await readVehicles(pool, [id]);
  if (found !== undefined) return found;
  throw new SigecError(
    'NOT_FOUND',
    'No vehicle for sale has this id; it may have been sold. Call buscar_veiculos to find one.',
  );
}

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
