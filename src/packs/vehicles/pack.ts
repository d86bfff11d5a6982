import type { Pack } from '#tools/pack.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { carPal } from './car-pal.ts';
import { vehicleResources } from './resources.ts';
import { buscarVeiculos } from './tools/buscar-veiculos.ts';
import { choiceTools } from './tools/choices.ts';
import { compararVeiculos, detalhesVeiculo } from './tools/detalhes-veiculo.ts';
import { estacoesParaVeiculo } from './tools/estacoes-para-veiculo.ts';
import { importarVeiculos } from './tools/importar-veiculos.ts';

export function vehiclesPack(needs: VehicleNeeds): Pack {
  return {
    name: 'vehicles',
    title: 'Vehicles for sale',
    instructions:
      'Begin with listar_marcas when a buyer knows nothing yet, with buscar_veiculos when they do; never tell of a vehicle what no tool has told. The words of the stock are Portuguese. The prompt car-pal says how a seller works.',
    levels: [
      { name: 'search', about: 'Find vehicles and look at one' },
      { name: 'explore', about: 'What there is to choose from, comparisons, charging', after: 3 },
      { name: 'manage', about: 'Change the stock' },
    ],
    tools: [
      buscarVeiculos(needs),
      detalhesVeiculo(needs),
      compararVeiculos(needs),
      estacoesParaVeiculo(needs),
      ...choiceTools(needs),
      importarVeiculos(needs),
    ],
    resources: vehicleResources(needs),
    prompts: [carPal],
  };
}
