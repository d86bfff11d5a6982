import { z } from 'zod';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { brandNames } from '#vehicles/search/brand-names.ts';
import { readWords } from '#vehicles/stock/vehicle-store.ts';
import { cleaned } from '../shown-vehicle.ts';
import { countedValues } from './value-list.ts';

export function listarModelos({ pool }: Pick<VehicleNeeds, 'pool'>): Tool {
  return defineTool({
    name: 'listar_modelos',
    title: 'Models for sale',
    description:
      'Lists the models of which a vehicle is for sale, of some brands or of all. Use it to offer models of a brand, and to check one before buscar_veiculos.',
    category: 'vehicles',
    level: 'explore',
    tier: 'R0',
    input: z.object({
      marcas: z
        .array(z.string().trim().min(1).max(100))
        .min(1)
        .max(50)
        .optional()
        .describe('Brands, as listar_marcas names them; left out: all'),
    }),
    output: z.object({ modelos: z.array(z.string()) }),
    examples: [{ marcas: ['Honda'] }],
    otherSpellings: { names: { brands: 'marcas' } },
    async run({ marcas }) {
      const modelos = (await readWords<string>(pool, 'modelo', marcas && brandNames(marcas))).map(cleaned);
      const text =
        modelos.length === 0 && marcas !== undefined
          ? 'Nenhum veículo destas marcas está à venda. Veja as marcas com listar_marcas.'
          : countedValues(modelos.length, ['modelo', 'modelos']);
      return { text, data: { modelos } };
    },
  });
}
