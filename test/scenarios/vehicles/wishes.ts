import fc from 'fast-check';
import type { Vehicle, VehicleFilter, VehicleOrder } from '../../../src/contract/vehicles/vehicle.ts';

export const orders = [
  ...(['menor_preco', 'maior_preco', 'mais_novo', 'mais_antigo', 'menor_km', 'maior_km'] as const),
] satisfies VehicleOrder[];

/** What a buyer may ask for, each wish near something that there is. */
export function wishesFor(all: readonly Vehicle[]) {
  const some = fc.constantFrom(...all);
  const near = (read: (vehicle: Vehicle) => number | null) =>
    fc.tuple(some, fc.constantFrom(-1, 0, 1)).map(([vehicle, step]) => Math.max(0, (read(vehicle) ?? 10) + step));
  const several = (read: (vehicle: Vehicle) => string) =>
    fc
      .tuple(fc.array(some.map(read), { minLength: 1, maxLength: 2 }), spelling)
      .map(([words, spell]) => words.map(spell).join(', '));
  const engine = some.map(({ motorizacao }) => motorizacao ?? 1.6);
  const each = {
    texto_busca: textOf(some),
    marca: several(({ marca }) => marca),
    modelo: several(({ modelo }) => modelo),
    cor: several(({ cor }) => cor),
    ano_min: near(({ ano_fabricacao }) => ano_fabricacao),
    ano_max: near(({ ano_fabricacao }) => ano_fabricacao),
    preco_min: near(({ preco }) => preco),
    preco_max: near(({ preco }) => preco),
    km_min: near(({ quilometragem }) => quilometragem),
    km_max: near(({ quilometragem }) => quilometragem),
    carroceria: several(({ carroceria }) => carroceria ?? 'SUV'),
    recarregavel: fc.boolean(),
    combustivel: some.map(({ tipo_combustivel }) => tipo_combustivel),
    transmissao: some.map(({ tipo_transmissao }) => tipo_transmissao),
    portas: fc.constantFrom(2, 3, 4, 5),
    motorizacao_min: engine,
    motorizacao_max: engine,
    bateria_min_kwh: near(({ bateria_kwh }) => bateria_kwh),
    autonomia_min_km: near(({ autonomia_km }) => autonomia_km),
    conector: fc.constantFrom('Tipo 2', 'CCS2', 'CHAdeMO', 'GB/T'),
    potencia_ac_min_kw: near(({ potencia_ac_kw }) => potencia_ac_kw),
    potencia_dc_min_kw: near(({ potencia_dc_kw }) => potencia_dc_kw),
  } satisfies { [Name in keyof VehicleFilter]-?: fc.Arbitrary<NonNullable<VehicleFilter[Name]>> };
  const names = Object.keys(each) as (keyof typeof each)[];
  const together = fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 2, maxLength: 4 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, each[name]]))))
    .map((filter) => inOrder(filter as VehicleFilter));
  return { each, names, together, order: fc.constantFrom(...orders) };
}

/** Ranges the right way round; the wrong way is refused, which another test shows. */
function inOrder(filter: VehicleFilter): VehicleFilter {
  const turned = { ...filter };
  for (const name of ['ano', 'preco', 'km', 'motorizacao'] as const) {
    const [least, most] = [filter[`${name}_min`], filter[`${name}_max`]];
    if (least !== undefined && most !== undefined && least > most)
      Object.assign(turned, { [`${name}_min`]: most, [`${name}_max`]: least });
  }
  return turned;
}

const spelling = fc.constantFrom(
  (word: string) => word,
  (word: string) => word.toUpperCase(),
  (word: string) => word.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
);

/** Words of one vehicle, in any order and spelling: the feminine for the masculine, the plural for one. */
function textOf(some: fc.Arbitrary<Vehicle>): fc.Arbitrary<string> {
  const words = some.chain((vehicle) =>
    fc.shuffledSubarray(
      [
        ...[vehicle.marca, vehicle.modelo, vehicle.cor, vehicle.tipo_combustivel, vehicle.tipo_transmissao],
        ...[String(vehicle.ano_modelo), vehicle.motorizacao?.toFixed(1) ?? 'CCS2', `${vehicle.numero_portas} portas`],
      ],
      { minLength: 1, maxLength: 3 },
    ),
  );
  const bend = fc.constantFrom(
    (word: string) => word,
    (word: string) =>
      /(prata|preto|branco|cinza|flex|elétrico|híbrido|automática|manual)$/i.test(word) ? bent(word) : word,
  );
  return fc.tuple(words, spelling, bend).map(([chosen, spell, form]) => chosen.map(form).map(spell).join(' '));
}

function bent(word: string): string {
  if (word.endsWith('o')) return word.replace(/o$/, 'as');
  if (word.endsWith('ca')) return word.replace(/ca$/, 'co');
  return word.endsWith('a') ? `${word}s` : word;
}
