import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mcpToolOf } from '#tools/tool.ts';
import { tokenEstimate, toolProblems } from '#tools/tool-problems.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { vehiclesPack } from './pack.ts';

/** What agents see does not depend on what is behind it. */
const pack = vehiclesPack({} as VehicleNeeds);

test.each(pack.tools.map((tool) => [tool.name, tool] as const))(
  'what agents see of %s has not changed unnoticed',
  async (name, tool) => {
    const seen = `${JSON.stringify(mcpToolOf(tool), null, 2)}\n`;
    await expect(seen).toMatchFileSnapshot(join('__snapshots__', `${name}.snap`));
  },
);

test('the first level is small, and every tool works with every agent', () => {
  const first = pack.tools.filter(({ level }) => level === pack.levels[0].name);
  expect(first.map(({ name }) => name)).toEqual(['buscar_veiculos', 'detalhes_veiculo', 'listar_marcas']);
  expect(pack.tools.flatMap((tool) => toolProblems(tool, pack))).toEqual([]);
  const total = pack.tools.reduce((sum, tool) => sum + tokenEstimate(tool), 0);
  console.info(`vehicles: ${pack.tools.length} tools, ${total} tokens`);
  expect(total).toBeLessThan(6_000);
});

test('the tools of the seed are all there', () => {
  const names = pack.tools.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      ...['buscar_veiculos', 'listar_marcas', 'listar_modelos', 'obter_range_anos', 'obter_range_precos'],
      ...['obter_range_km', 'listar_cores_disponiveis', 'listar_tipos_combustivel', 'listar_tipos_transmissao'],
      'listar_numero_de_portas',
    ]),
  );
});
