import type { Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { readWords } from '#vehicles/stock/vehicle-store.ts';
import { cleaned } from '../shown-vehicle.ts';
import { valueList } from './value-list.ts';

export function listarMarcas({ pool }: Pick<VehicleNeeds, 'pool'>): Tool {
  return valueList({
    name: 'listar_marcas',
    title: 'Brands for sale',
    description:
      'Lists the brands of which a vehicle is for sale, in alphabetical order. Use it first when a buyer does not know what they want, and to check a brand before buscar_veiculos.',
    level: 'search',
    key: 'marcas',
    nouns: ['marca', 'marcas'],
    read: async () => (await readWords<string>(pool, 'marca')).map(cleaned),
  });
}
