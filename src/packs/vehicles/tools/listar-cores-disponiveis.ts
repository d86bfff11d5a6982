import type { Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { readWords } from '#vehicles/stock/vehicle-store.ts';
import { cleaned } from '../shown-vehicle.ts';
import { valueList } from './value-list.ts';

export function listarCoresDisponiveis({ pool }: Pick<VehicleNeeds, 'pool'>): Tool {
  return valueList({
    name: 'listar_cores_disponiveis',
    title: 'Colours for sale',
    description:
      'Lists the colours in which a vehicle is for sale. Use it to offer colours, and to check one before buscar_veiculos.',
    level: 'explore',
    key: 'cores',
    nouns: ['cor', 'cores'],
    read: async () => (await readWords<string>(pool, 'cor')).map(cleaned),
  });
}
