import type { Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';

import { readWords } from '#vehicles/stock/vehicle-store.ts';
import { valueList } from './value-list.ts';

export function listarTiposCombustivel({ pool }: Pick<VehicleNeeds, 'pool'>): Tool {
  return valueList({
    name: 'listar_tipos_combustivel',
    title: 'Fuels for sale',
    description:
      'Lists the fuels of the vehicles for sale; Elétrico means battery alone. Use it to offer them before buscar_veiculos with combustivel.',
    level: 'explore',
    key: 'tipos_combustivel',
    nouns: ['tipo de combustível', 'tipos de combustível'],
    read: () => readWords(pool, 'tipo_combustivel'),
  });
}
