import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { readVehicles } from '#vehicles/stock/vehicle-store.ts';
import { shownOf, shownVehicle } from '../shown-vehicle.ts';
import { vehicleTable } from '../vehicle-table.ts';

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
