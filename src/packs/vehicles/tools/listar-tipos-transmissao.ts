import type { Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';

import { readWords } from '#vehicles/stock/vehicle-store.ts';
import { valueList } from './value-list.ts';

export function listarTiposTransmissao({ pool }: Pick<VehicleNeeds, 'pool'>): Tool {
  return valueList({
    name: 'listar_tipos_transmissao',
    title: 'Transmissions for sale',
    description:
      'Lists the kinds of transmission of the vehicles for sale. Use it to offer them before buscar_veiculos with transmissao.',
    level: 'explore',
    key: 'tipos_transmissao',
    nouns: ['tipo de transmissão', 'tipos de transmissão'],
    read: () => readWords(pool, 'tipo_transmissao'),
  });
}
