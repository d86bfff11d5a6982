import { z } from 'zod';
import type { Tool } from '#tools/tool.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';

import { readWords } from '#vehicles/stock/vehicle-store.ts';
import { valueList } from './value-list.ts';

export function listarNumeroDePortas({ pool }: Pick<VehicleNeeds, 'pool'>): Tool {
  return valueList({
    name: 'listar_numero_de_portas',
    title: 'Numbers of doors for sale',
    description:
      'Lists the numbers of doors of the vehicles for sale. Use it to offer them before buscar_veiculos with portas.',
    level: 'explore',
    key: 'numeros_de_portas',
    nouns: ['número de portas', 'números de portas'],
    item: z.int(),
    read: () => readWords(pool, 'numero_portas'),
  });
}
