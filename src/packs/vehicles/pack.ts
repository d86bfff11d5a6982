import type { Pack } from '#tools/pack.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { levels } from './levels.ts';
import { carPal } from './prompts/car-pal.ts';
import { vehicleResources } from './resources.ts';
import { buscarVeiculos } from './tools/buscar-veiculos.ts';
import { compararVeiculos } from './tools/comparar-veiculos.ts';
import { detalhesVeiculo } from './tools/detalhes-veiculo.ts';
import { estacoesParaVeiculo } from './tools/estacoes-para-veiculo.ts';
import { importarVeiculos } from './tools/importar-veiculos.ts';
import { listarCoresDisponiveis } from './tools/listar-cores-disponiveis.ts';
import { listarMarcas } from './tools/listar-marcas.ts';
import { listarModelos } from './tools/listar-modelos.ts';
import { listarNumeroDePortas } from './tools/listar-numero-de-portas.ts';
import { listarTiposCombustivel } from './tools/listar-tipos-combustivel.ts';
import { listarTiposTransmissao } from './tools/listar-tipos-transmissao.ts';
import { obterRangeAnos } from './tools/obter-range-anos.ts';
import { obterRangeKm } from './tools/obter-range-km.ts';
import { obterRangePrecos } from './tools/obter-range-precos.ts';

/** Vehicles for sale beside the stations. A tool is one file and one row here. */
export function vehiclesPack(needs: VehicleNeeds): Pack {
  return {
    name: 'vehicles',
    title: 'Vehicles for sale',
    instructions:
      'Begin with listar_marcas when a buyer knows nothing yet, with buscar_veiculos when they do; never tell of a vehicle what no tool has told. The words of the stock are Portuguese. The prompt car-pal says how a seller works.',
    levels,
    tools: [
      buscarVeiculos(needs),
      detalhesVeiculo(needs),
      compararVeiculos(needs),
      estacoesParaVeiculo(needs),
      listarMarcas(needs),
      listarModelos(needs),
      obterRangeAnos(needs),
      obterRangePrecos(needs),
      obterRangeKm(needs),
      listarCoresDisponiveis(needs),
      listarTiposCombustivel(needs),
      listarTiposTransmissao(needs),
      listarNumeroDePortas(needs),
      importarVeiculos(needs),
    ],
    resources: vehicleResources(needs),
    prompts: [carPal],
  };
}
