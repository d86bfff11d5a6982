import { both } from '../spoken.ts';

export const vehicles = {
  vehicles: both('vehicles for sale', 'veículos à venda'),
  vehiclesList: both('vehicles that fit, the cheapest first', 'os veículos que se encaixam, o mais barato primeiro'),
  vehicleWords: both(
    'words of brand, model, colour, fuel or transmission, in any order',
    'palavras da marca, do modelo, da cor, do combustível ou do câmbio, em qualquer ordem',
  ),
  vehicleBrand: both('only of this brand; several with commas', 'só desta marca; várias com vírgulas'),
  vehicleModel: both('only this model; several with commas', 'só este modelo; vários com vírgulas'),
  vehiclePriceMax: both('only up to this price in R$', 'só até este preço em R$'),
  vehicleYearMin: both('only made in this year or later', 'só fabricados neste ano ou depois'),
  vehicleKmMax: both('only up to this mileage', 'só até esta quilometragem'),
  vehicleBody: both(
    'only this body: SUV, sedan, pickup … several with commas',
    'só esta carroceria: SUV, sedã, picape … várias com vírgulas',
  ),
  vehicleFuel: both(
    'only with this fuel: Flex, Gasolina, Diesel, Etanol, Híbrido, Elétrico',
    'só com este combustível: Flex, Gasolina, Diesel, Etanol, Híbrido, Elétrico',
  ),
  vehicleAfter: both('read on where a list before ended', 'continua onde uma lista anterior terminou'),
  vehicleShow: both('one vehicle', 'um veículo'),
  vehicleId: both('id of the vehicle, as the list shows it', 'id do veículo, como a lista mostra'),
  vehiclesImport: both(
    'take vehicles from a CSV file, all rows or none; rows with a known id change that vehicle',
    'inclui veículos de um arquivo CSV, todas as linhas ou nenhuma; linhas com um id conhecido alteram esse veículo',
  ),
  vehiclesFile: both('the CSV file; - reads the input', 'o arquivo CSV; - lê a entrada'),
  vehiclesExport: both(
    'all vehicles as CSV, which an import takes',
    'todos os veículos em CSV, que uma importação aceita',
  ),
  vehiclesOut: both('write to this file; without it: to the output', 'grava neste arquivo; sem isso: na saída'),
  vehiclesSeed: both('put made-up vehicles on sale, for trying', 'põe à venda veículos inventados, para experimentar'),
  vehiclesCount: both('how many, up to 1000000; without it: 250', 'quantos, até 1000000; sem isso: 250'),
  vehiclesSeedNumber: both(
    'the same number makes the same vehicles; without it: 42',
    'o mesmo número faz os mesmos veículos; sem isso: 42',
  ),
  vehiclesIfEmpty: both('only when there are none', 'só quando não há nenhum'),
};
