import { vehicleApi } from '#contract/api/vehicles.ts';
import type { Vehicle, VehicleOrder, VehicleSearch } from '#contract/vehicles/vehicle.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import { decimalText } from '../money.ts';
import { readNumber } from '../read-input.ts';
import type { ServerOptions } from '../server-address.ts';
import { showList } from '../show-list.ts';
import { type Cell, renderFields, type Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export type VehiclesListOptions = ServerOptions & {
  json?: boolean;
  words: readonly string[];
  brand?: string;
  model?: string;
  priceMax?: string;
  yearMin?: string;
  kmMax?: string;
  fuel?: string;
  order?: VehicleOrder;
  limit?: string;
  after?: string;
};

export async function vehiclesList(terminal: Terminal, options: VehiclesListOptions): Promise<number> {
  const { words, brand, model, fuel, order, after } = options;
  const number = (name: string, value: string | undefined, most: number) =>
    value === undefined ? undefined : readNumber(terminal, { name, value }, [0, most]);
  const list = await openApi(terminal, options).call(vehicleApi.list, {
    query: {
      texto_busca: words.length === 0 ? undefined : words.join(' '),
      marca: brand,
      modelo: model,
      preco_max: number('--price-max', options.priceMax, 99_999_999),
      ano_min: number('--year-min', options.yearMin, 2100),
      km_max: number('--km-max', options.kmMax, 10_000_000),
      combustivel: fuel as VehicleSearch['combustivel'], // read by the server, which names what it accepts
      ordenacao: order ?? 'menor_preco',
      limite: readNumber(terminal, { name: '--limit', value: options.limit ?? '50' }, [1, 500]),
      depois: after,
    },
  });
  const { vehicle: text } = terminal.text;
  const total = decimalText(list.total, terminal.language, 0);
  if (!options.json) for (const { de, para } of list.correcoes) terminal.err(text.corrected(de, para));
  return showList(terminal, options, {
    value: list,
    none: text.none,
    table: () => tableOf(terminal, list.veiculos),
    more:
      list.proximo === null
        ? undefined
        : (list.total_e_minimo ? text.moreThan : text.more)(total, String(list.veiculos.length), list.proximo),
  });
}

function tableOf({ text, language }: Terminal, vehicles: readonly Vehicle[]): Table {
  const { columns } = text.vehicle;
  return {
    columns: [
      { title: columns.id, isOptional: true },
      { title: columns.vehicle, isFlexible: true },
      { title: columns.year },
      { title: columns.fuel },
      { title: columns.transmission },
      { title: columns.colour, isFlexible: true },
      { title: columns.km, isRight: true },
      { title: columns.price, isRight: true },
    ],
    rows: vehicles.map((each): Cell[] => [
      ...[each.id, `${each.marca} ${each.modelo}`, `${each.ano_fabricacao}/${each.ano_modelo}`, each.tipo_combustivel],
      ...[each.tipo_transmissao, each.cor, decimalText(each.quilometragem, language, 0)],
      decimalText(each.preco, language, 2),
    ]),
  };
}

export async function vehicleShow(
  terminal: Terminal,
  options: ServerOptions & { json?: boolean; id: string },
): Promise<number> {
  const found = await openApi(terminal, options).call(vehicleApi.get, { params: { id: options.id } });
  terminal.out(options.json ? json(found) : renderFields(fieldsOf(terminal, found), terminal.paint).join('\n'));
  return done;
}

function fieldsOf({ text, language }: Terminal, vehicle: Vehicle): [name: string, value: Cell][] {
  const { columns, fields } = text.vehicle;
  const number = (value: number, decimals: number) => decimalText(value, language, decimals);
  const has = (name: string, value: string | number | null, decimals = 1): [string, Cell][] =>
    value === null ? [] : [[name, typeof value === 'number' ? number(value, decimals) : value]];
  return [
    [columns.id, vehicle.id],
    [columns.vehicle, { text: `${vehicle.marca} ${vehicle.modelo}`, tone: 'strong' }],
    [columns.year, `${vehicle.ano_fabricacao}/${vehicle.ano_modelo}`],
    [columns.price, number(vehicle.preco, 2)],
    [columns.km, number(vehicle.quilometragem, 0)],
    ...has(fields.engine, vehicle.motorizacao),
    [columns.fuel, vehicle.tipo_combustivel],
    [columns.transmission, vehicle.tipo_transmissao],
    [columns.colour, vehicle.cor],
    [fields.doors, String(vehicle.numero_portas)],
    ...has(fields.battery, vehicle.bateria_kwh),
    ...has(fields.range, vehicle.autonomia_km, 0),
    ...has(fields.inlet, vehicle.tipo_conector),
    ...has(fields.ac, vehicle.potencia_ac_kw),
    ...has(fields.dc, vehicle.potencia_dc_kw),
  ];
}
