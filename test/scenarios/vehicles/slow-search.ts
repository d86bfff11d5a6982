import type { Vehicle, VehicleFilter, VehicleOrder } from '../../../src/contract/vehicles/vehicle.ts';

/** The search once more, written so that one sees at a glance that it is right, and slow. It shares no code with the product. */
export function slowSearch(all: readonly Vehicle[], filter: VehicleFilter, order: VehicleOrder): Vehicle[] {
  return all.filter((vehicle) => fits(vehicle, filter)).toSorted((one, other) => compare(one, other, order));
}

function fits(vehicle: Vehicle, filter: VehicleFilter): boolean {
  const has = <Value>(asked: Value | undefined, check: (asked: Value) => boolean) =>
    asked === undefined || check(asked);
  const oneOf = (list: string | undefined, value: string) =>
    has(list, (several) => several.split(',').some((word) => bare(word) === bare(value)));
  const atLeast = (asked: number | undefined, value: number | null) =>
    has(asked, (least) => value !== null && value >= least);
  const atMost = (asked: number | undefined, value: number | null) =>
    has(asked, (most) => value !== null && value <= most);
  return (
    has(filter.texto_busca, (text) => hasWords(vehicle, text)) &&
    oneOf(filter.marca, vehicle.marca) &&
    oneOf(filter.modelo, vehicle.modelo) &&
    oneOf(filter.cor, vehicle.cor) &&
    atLeast(filter.ano_min, vehicle.ano_fabricacao) &&
    atMost(filter.ano_max, vehicle.ano_fabricacao) &&
    atLeast(filter.preco_min, vehicle.preco) &&
    atMost(filter.preco_max, vehicle.preco) &&
    atLeast(filter.km_min, vehicle.quilometragem) &&
    atMost(filter.km_max, vehicle.quilometragem) &&
    has(filter.combustivel, (fuel) => vehicle.tipo_combustivel === fuel) &&
    has(filter.transmissao, (transmission) => vehicle.tipo_transmissao === transmission) &&
    oneOf(filter.carroceria, vehicle.carroceria ?? '') &&
    has(filter.recarregavel, (isWanted) => (vehicle.tipo_conector !== null) === isWanted) &&
    has(filter.portas, (doors) => vehicle.numero_portas === doors) &&
    atLeast(filter.motorizacao_min, vehicle.motorizacao) &&
    atMost(filter.motorizacao_max, vehicle.motorizacao) &&
    atLeast(filter.bateria_min_kwh, vehicle.bateria_kwh) &&
    atLeast(filter.autonomia_min_km, vehicle.autonomia_km) &&
    has(filter.conector, (connector) => vehicle.tipo_conector === connector) &&
    atLeast(filter.potencia_ac_min_kw, vehicle.potencia_ac_kw) &&
    atLeast(filter.potencia_dc_min_kw, vehicle.potencia_dc_kw)
  );
}

function hasWords(vehicle: Vehicle, text: string): boolean {
  const { marca, modelo, cor, tipo_combustivel, motorizacao, tipo_conector } = vehicle;
  const tipo_transmissao = vehicle.tipo_transmissao === 'CVT' ? 'CVT Automática' : vehicle.tipo_transmissao; // so people say
  const own = [
    ...[marca, modelo, modelo.replaceAll(/[^\p{L}\p{N}]/gu, ''), cor, tipo_combustivel, tipo_transmissao],
    ...[`${vehicle.numero_portas} portas`, motorizacao?.toFixed(1) ?? '', tipo_conector ?? ''],
  ].join(' ');
  const known = new Set(wordsOf(own).map(root));
  return wordsOf(text).every((word) => {
    if (/^(19|20)\d\d$/.test(word)) return [vehicle.ano_fabricacao, vehicle.ano_modelo].includes(Number(word));
    return known.has(root(word));
  });
}

function wordsOf(text: string): string[] {
  return bare(text)
    .replaceAll(/(\d) portas/g, '$1portas') // the 2 of Tipo 2 counts no doors
    .split(/[^a-z0-9.]+/)
    .filter((word) => word !== '');
}

/** Without the end that says gender and number; enough for the words that the test uses. */
function root(word: string): string {
  return /\d/.test(word) ? word : word.replace(/(?<=..)(as|os|a|o|s)$/, '');
}

function bare(text: string): string {
  return text
    .trim()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

function compare(one: Vehicle, other: Vehicle, order: VehicleOrder): number {
  const keys: Record<VehicleOrder, (vehicle: Vehicle) => number[]> = {
    menor_preco: ({ preco }) => [preco],
    maior_preco: ({ preco }) => [preco],
    mais_novo: ({ ano_fabricacao, preco }) => [ano_fabricacao, preco],
    mais_antigo: ({ ano_fabricacao, preco }) => [ano_fabricacao, preco],
    menor_km: ({ quilometragem }) => [quilometragem],
    maior_km: ({ quilometragem }) => [quilometragem],
  };
  const isDown = order === 'maior_preco' || order === 'mais_novo' || order === 'maior_km';
  const [first, second] = [keys[order](one), keys[order](other)];
  const place = first.findIndex((value, index) => value !== second[index]);
  const up = place < 0 ? (one.id < other.id ? -1 : 1) : (first[place] ?? 0) < (second[place] ?? 0) ? -1 : 1;
  return isDown ? -up : up;
}
