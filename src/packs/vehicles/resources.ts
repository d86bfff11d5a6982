import { SigecError } from '#base/errors.ts';
import { plainJson } from '#base/json-schema.ts';
import { isUuid } from '#base/uuid.ts';
import type { Resource } from '#tools/pack.ts';
import type { VehicleNeeds } from '#vehicles/needs.ts';
import { readValues } from '#vehicles/stock/vehicle-store.ts';
import { cleaned, shownOf } from './shown-vehicle.ts';
import { mustReadVehicle } from './tools/detalhes-veiculo.ts';

export function vehicleResources({ pool }: Pick<VehicleNeeds, 'pool'>): Resource[] {
  return [
    {
      name: 'vehicles',
      title: 'Vehicles for sale',
      description:
        'What there is to choose from: brands, models, colours, fuels, transmissions, and the ranges of year, price and km',
      uriTemplate: 'sigec://vehicles',
      category: 'vehicles',
      async read() {
        const { marcas, modelos, cores, ...values } = await readValues(pool);
        return { marcas: marcas.map(cleaned), modelos: modelos.map(cleaned), cores: cores.map(cleaned), ...values };
      },
    },
    {
      name: 'vehicle',
      title: 'A vehicle for sale',
      description: 'As detalhes_veiculo tells it',
      uriTemplate: 'sigec://vehicles/{id}',
      category: 'vehicles',
      async read({ id = '' }) {
        if (!isUuid(id))
          throw new SigecError('NOT_FOUND', 'There is nothing at this address. Find a vehicle with buscar_veiculos.');
        return plainJson(shownOf(await mustReadVehicle({ pool }, id)));
      },
    },
  ];
}
