import type { helpVehiclesEn } from './help-vehicles-en.ts';

/** The same in Portuguese. */
export const helpVehiclesPtBR: typeof helpVehiclesEn = {
  vehicles: 'veículos à venda',
  vehiclesList: 'os veículos que se encaixam, o mais barato primeiro',
  vehicleWords: 'palavras da marca, do modelo, da cor, do combustível ou do câmbio, em qualquer ordem',
  vehicleBrand: 'só desta marca; várias com vírgulas',
  vehicleModel: 'só este modelo; vários com vírgulas',
  vehiclePriceMax: 'só até este preço em R$',
  vehicleYearMin: 'só fabricados neste ano ou depois',
  vehicleKmMax: 'só até esta quilometragem',
  vehicleFuel: 'só com este combustível: Flex, Gasolina, Diesel, Etanol, Híbrido, Elétrico',
  vehicleOrder: 'ordem da lista',
  vehicleAfter: 'continua onde uma lista anterior terminou',
  vehicleShow: 'um veículo',
  vehicleId: 'id do veículo, como a lista mostra',
  vehiclesImport:
    'inclui veículos de um arquivo CSV, todas as linhas ou nenhuma; linhas com um id conhecido alteram esse veículo',
  vehiclesFile: 'o arquivo CSV; - lê a entrada',
  vehiclesExport: 'todos os veículos em CSV, que uma importação aceita',
  vehiclesOut: 'grava neste arquivo; sem isso: na saída',
  vehiclesSeed: 'põe à venda veículos inventados, para experimentar',
  vehiclesCount: 'quantos, até 1000000; sem isso: 250',
  vehiclesSeedNumber: 'o mesmo número faz os mesmos veículos; sem isso: 42',
  vehiclesIfEmpty: 'só quando não há nenhum',
};
