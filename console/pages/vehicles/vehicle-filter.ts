import { z } from 'zod';
import { vehicleConnector, vehicleOrder } from '#contract/vehicles/vehicle.ts';

const amount = z.coerce.number().int().min(0).max(100_000_000).optional().catch(undefined);

/** What the address bar holds. */
export const vehicleFilter = z.object({
  search: z.string().max(200).optional().catch(undefined),
  brand: z.string().max(200).optional().catch(undefined),
  fuel: z.string().max(50).optional().catch(undefined),
  body: z.string().max(50).optional().catch(undefined),
  connector: vehicleConnector.optional().catch(undefined),
  maxPrice: amount,
  minRange: amount,
  order: vehicleOrder.optional().catch(undefined),
});
export type VehicleFilter = z.output<typeof vehicleFilter>;

/** The same in the words of the server. */
export function queryOf({ search, brand, fuel, body, connector, maxPrice, minRange, order }: VehicleFilter) {
  const words = search?.trim();
  return {
    ...(words !== undefined && words !== '' && { texto_busca: words }),
    ...(brand !== undefined && { marca: brand }),
    ...(fuel !== undefined && { combustivel: fuel }),
    ...(body !== undefined && { carroceria: body }),
    ...(connector !== undefined && { conector: connector }),
    ...(maxPrice !== undefined && { preco_max: maxPrice }),
    ...(minRange !== undefined && { autonomia_min_km: minRange }),
    ...(order !== undefined && { ordenacao: order }),
    limite: 24,
  };
}
