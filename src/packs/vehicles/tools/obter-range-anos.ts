import { z } from 'zod';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { readRanges } from '#vehicles/stock/vehicle-store.ts';

export function obterRangeAnos({ pool }: Pick<VehicleNeeds, 'pool'>): Tool {
  return defineTool({
    name: 'obter_range_anos',
    title: 'Years for sale',
    description:
      'Tells the oldest and the newest year of manufacture among the vehicles for sale. Use it to offer a range before buscar_veiculos with ano_min and ano_max.',
    category: 'vehicles',
    level: 'explore',
    tier: 'R0',
    input: z.object({}),
    output: z.object({
      ano_minimo: z.int().nullable().describe('null: nothing is for sale'),
      ano_maximo: z.int().nullable(),
    }),
    async run() {
      const { ano_minimo, ano_maximo } = await readRanges(pool);
      const text =
        ano_minimo === null || ano_maximo === null ? 'Não há veículos à venda.' : `De ${ano_minimo} a ${ano_maximo}.`;
      return { text, data: { ano_minimo, ano_maximo } };
    },
  });
}
