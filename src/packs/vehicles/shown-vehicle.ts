import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { type Vehicle, vehicle } from '#contract/vehicles/vehicle.ts';

const { motorizacao, carroceria, bateria_kwh, autonomia_km, tipo_conector, potencia_ac_kw, potencia_dc_kw } =
  vehicle.shape;

/** A vehicle as agents see it: the dealer's words are cleaned, and what it has not is left out. */
export const shownVehicle = vehicle.omit({ data_criacao: true }).extend({
  marca: z.string(),
  quilometragem: z.int(),
  preco: z.number(),
  motorizacao: motorizacao.unwrap().optional(),
  carroceria: carroceria.unwrap().optional(),
  bateria_kwh: bateria_kwh.unwrap().optional(),
  autonomia_km: autonomia_km.unwrap().optional(),
  tipo_conector: tipo_conector.unwrap().optional(),
  potencia_ac_kw: potencia_ac_kw.unwrap().optional(),
  potencia_dc_kw: potencia_dc_kw.unwrap().optional(),
});
export type ShownVehicle = z.input<typeof shownVehicle>;

export function shownOf({ data_criacao: _at, ...given }: Vehicle): ShownVehicle {
  const present = Object.entries(given).filter(([, value]) => value !== null);
  const shown = Object.fromEntries(present) as ShownVehicle;
  return {
    ...shown,
    marca: cleaned(given.marca),
    modelo: cleaned(given.modelo),
    cor: cleaned(given.cor),
    tipo_combustivel: cleaned(given.tipo_combustivel),
    tipo_transmissao: cleaned(given.tipo_transmissao),
    ...(given.carroceria !== null && { carroceria: cleaned(given.carroceria) }),
  };
}

export function cleaned(text: string): string {
  return untrustedText(text, 100);
}
