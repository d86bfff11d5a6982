import { z } from 'zod';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { readRanges } from '#vehicles/stock/vehicle-store.ts';
import { inKm } from '../markdown-table.ts';

export function obterRangeKm({ pool }: Pick<VehicleNeeds, 'pool'>): Tool {
  return defineTool({
    name: 'obter_range_km',
    title: 'Mileages for sale',
    description:
      'Tells the lowest and the highest mileage in km among the vehicles for sale. Use it to offer a range before buscar_veiculos with km_min and km_max.',
    category: 'vehicles',
    level: 'explore',
    tier: 'R0',
    input: z.object({}),
    output: z.object({
      km_minimo: z.int().nullable().describe('null: nothing is for sale'),
      km_maximo: z.int().nullable(),
    }),
    async run() {
      const { km_minimo, km_maximo } = await readRanges(pool);
      const text =
        km_minimo === null || km_maximo === null
          ? 'Não há veículos à venda.'
          : `De ${inKm(km_minimo)} a ${inKm(km_maximo)} km.`;
      return { text, data: { km_minimo, km_maximo } };
    },
  });
}
