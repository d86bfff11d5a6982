import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { columnNames } from '#contract/vehicles/csv-columns.ts';
import { vehiclesImported } from '#contract/vehicles/vehicle.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { importVehicles, plannedImport, readOrRefuse } from '#vehicles/csv/import-vehicles.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';

/** What an agent can give at once; a person imports larger files over REST or in the terminal. */
const maxCharacters = 50_000;

export function importarVeiculos(needs: Pick<VehicleNeeds, 'pool' | 'ledger' | 'clock'>): Tool {
  return defineTool({
    name: 'importar_veiculos',
    title: 'Put vehicles on sale',
    description: `Adds vehicles to the stock from CSV text, or changes those whose id it names; all rows or none. Use it when a dealer hands over a list. Columns: ${columnNames.join(', ')}. Answers with how many were added and changed, or which rows cannot be taken.`,
    category: 'vehicles',
    level: 'manage',
    tier: 'R2',
    input: z.object({ csv: z.string().min(1).max(maxCharacters).describe('With a header') }),
    output: vehiclesImported,
    examples: [
      {
        csv: 'marca;modelo;ano_fabricacao;motorizacao;tipo_combustivel;cor;quilometragem;numero_portas;tipo_transmissao;preco\nHonda;Fit;2019;1,5;Flex;Prata;45000;4;CVT;72900,00',
      },
    ],
    async plan({ csv }) {
      const { rows, added, changed } = await plannedImport(needs, readOrRefuse(needs, csv));
      const digest = createHash('sha256').update(csv).digest('hex');
      return {
        targets: ['vehicles'],
        effect: sentenceOf('effect-import-vehicles', { added, changed }),
        details: { rows, added, changed },
        preconditions: { csv: digest, changed },
      };
    },
    async run({ csv }, { actor }) {
      const data = await importVehicles(needs, { csv, isDryRun: false }, actor);
      return { text: `${data.added} vehicles were added and ${data.changed} changed.`, data };
    },
  });
}
