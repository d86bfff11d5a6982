import { z } from 'zod';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { readRanges } from '#vehicles/stock/vehicle-store.ts';
import { inReais } from '../markdown-table.ts';

export function obterRangePrecos({ pool }: Pick<VehicleNeeds, 'pool'>): Tool {
  return defineTool({
    name: 'obter_range_precos',
    title: 'Prices for sale',
    description:
      'Tells the lowest and the highest price in R$ among the vehicles for sale. Use it to offer a range before buscar_veiculos with preco_min and preco_max.',
    category: 'vehicles',
    level: 'explore',
    tier: 'R0',
    input: z.object({}),
    output: z.object({
      preco_minimo: z.number().nullable().describe('null: nothing is for sale'),
      preco_maximo: z.number().nullable(),
    }),
    async run() {
      const { preco_minimo, preco_maximo } = await readRanges(pool);
      const text =
        preco_minimo === null || preco_maximo === null
          ? 'Não há veículos à venda.'
          : `De ${inReais(preco_minimo)} a ${inReais(preco_maximo)}.`;
      return { text, data: { preco_minimo, preco_maximo } };
    },
  });
}
