import type { NewVehicle } from '#contract/vehicles/vehicle.ts';
import { colours, colourWeights, type Model, market, randomFrom } from './market.ts';

export type MadeUp = {
  count: number;
  /** The same seed gives the same vehicles within a year. */
  seed: number;
  /** The year it is now; nothing is newer. */
  year: number;
};

const oldestAge = 15;
const perYear = { loss: 0.15, km: 15_000 };
const noBattery = {
  bateria_kwh: null,
  autonomia_km: null,
  tipo_conector: null,
  potencia_ac_kw: null,
  potencia_dc_kw: null,
};

/** A stock as a Brazilian dealer might have it: what is sold there, ageing in price and mileage. */
export function* madeUpVehicles({ count, seed, year }: MadeUp): Generator<NewVehicle> {
  const random = randomFrom(seed);
  const sold = market.filter(({ desde, ate = year }) => desde <= year && ate >= year - oldestAge);
  for (let made = 0; made < count; made += 1) yield madeUp(pick(sold, random), year, random);
}

function madeUp(model: Model, thisYear: number, random: () => number): NewVehicle {
  const { desde, ate = thisYear, precoNovo } = model;
  const year = between(Math.max(desde, thisYear - oldestAge), Math.min(ate, thisYear), random);
  const variant = pick(model.variantes, random);
  const { motorizacao, combustivel, transmissoes, carga = noBattery } = variant;
  const age = thisYear - year;
  const spread = (low: number, high: number) => low + random() * (high - low);
  return {
    marca: model.marca,
    modelo: model.modelo,
    ano_fabricacao: year,
    ano_modelo: random() < 0.5 ? year : year + 1,
    motorizacao,
    tipo_combustivel: combustivel,
    cor: weighted(colours, colourWeights, random),
    quilometragem: age === 0 ? demonstrationKm(random()) : Math.round(age * perYear.km * spread(0.7, 1.3)),
    numero_portas: pick(model.portas, random),
    tipo_transmissao: pick(transmissoes, random),
    preco: Math.round(precoNovo * Math.exp(-age * perYear.loss) * spread(0.8, 1.2) * 100) / 100,
    ...carga,
  };
}

/** Of this year's cars every second one was never driven. */
function demonstrationKm(share: number): number {
  return share < 0.5 ? Math.floor(share * 20) : Math.round(share * 0.5 * perYear.km);
}

function between(least: number, most: number, random: () => number): number {
  return least + Math.floor(random() * (most - least + 1));
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

function weighted<Item>(items: readonly Item[], weights: readonly number[], random: () => number): Item {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = items.findIndex((_item, index) => {
    left -= weights[index] ?? 0;
    return left < 0;
  });
  return items[Math.max(0, chosen)] as Item;
}
