import { SigecError } from '#base/errors.ts';
import { openLog } from '#base/log.ts';
import { vehicleApi } from '#contract/api/vehicles.ts';
import type { VehicleOrder } from '#contract/vehicles/vehicle.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { readText, writeOut } from '../files.ts';
import { decimalText } from '../money.ts';
import { progressBar } from '../progress.ts';
import { optionReader, type ShowOptions, type Switches, type Texts } from '../read-options.ts';
import { configOf } from '../settings-flags.ts';
import { fieldLines, show, showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { tellRefusedRows } from './token-import.ts';

type ListOptions = ShowOptions &
  Texts<'brand' | 'model' | 'body' | 'priceMax' | 'yearMin' | 'kmMax' | 'fuel' | 'limit' | 'after'> & {
    words: readonly string[];
    order?: VehicleOrder;
  };

export async function vehiclesList(terminal: Terminal, options: ListOptions): Promise<number> {
  const { words, brand, model, body, fuel, order, after } = options;
  const { language } = terminal;
  const read = optionReader(terminal, options);
  const list = await openApi(terminal, options).call(vehicleApi.list, {
    query: {
      texto_busca: words.length === 0 ? undefined : words.join(' '),
      marca: brand,
      modelo: model,
      preco_max: read.number('priceMax', [0, 99_999_999]),
      ano_min: read.number('yearMin', [0, 2100]),
      km_max: read.number('kmMax', [0, 10_000_000]),
      carroceria: body,
      combustivel: fuel,
      ordenacao: order,
      limite: read.limit(50, 500),
      depois: after,
    },
  });
  const { titles, vehicle: text } = terminal.text;
  const total = decimalText(list.total, language, 0);
  if (!options.json) {
    for (const { de, para } of list.correcoes) terminal.err(text.corrected(de, para));
    if (list.palavras_nao_usadas.length > 0) terminal.err(text.unused(list.palavras_nao_usadas.join(', ')));
    if (list.palavras_desconhecidas.length > 0) terminal.err(text.unknown(list.palavras_desconhecidas.join(', ')));
  }
  return showList(terminal, options, {
    value: list,
    none: text.none,
    table: () =>
      tableOf(list.veiculos, [
        [titles.id, ({ id }) => id, 'optional'],
        [titles.vehicle, ({ marca, modelo }) => `${marca} ${modelo}`, 'flexible'],
        [titles.year, (each) => `${each.ano_fabricacao}/${each.ano_modelo}`],
        [titles.fuel, ({ tipo_combustivel }) => tipo_combustivel],
        [titles.body, ({ carroceria }) => carroceria ?? '', 'optional'],
        [titles.transmission, ({ tipo_transmissao }) => tipo_transmissao],
        [titles.colour, ({ cor }) => cor, 'flexible'],
        [titles.km, ({ quilometragem }) => decimalText(quilometragem, language, 0), 'right'],
        [titles.reais, ({ preco }) => decimalText(preco, language, 2), 'right'],
      ]),
    more:
      list.proximo === null
        ? undefined
        : (list.total_e_minimo ? text.moreThan : text.more)(total, String(list.veiculos.length), list.proximo),
  });
}

export async function vehicleShow(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const vehicle = await openApi(terminal, options).call(vehicleApi.get, { params: { id: options.id } });
  const { titles } = terminal.text;
  const number = (value: number | null, digits = 1) =>
    value === null ? null : decimalText(value, terminal.language, digits);
  return show(terminal, options, vehicle, () =>
    fieldLines(terminal, [
      [titles.id, vehicle.id],
      [titles.vehicle, strong(`${vehicle.marca} ${vehicle.modelo}`)],
      [titles.year, `${vehicle.ano_fabricacao}/${vehicle.ano_modelo}`],
      [titles.reais, number(vehicle.preco, 2)],
      [titles.km, number(vehicle.quilometragem, 0)],
      [titles.engine, number(vehicle.motorizacao)],
      [titles.body, vehicle.carroceria],
      [titles.fuel, vehicle.tipo_combustivel],
      [titles.transmission, vehicle.tipo_transmissao],
      [titles.colour, vehicle.cor],
      [titles.doors, String(vehicle.numero_portas)],
      [titles.battery, number(vehicle.bateria_kwh)],
      [titles.range, number(vehicle.autonomia_km, 0)],
      [titles.inlet, vehicle.tipo_conector],
      [titles.ac, number(vehicle.potencia_ac_kw)],
      [titles.dc, number(vehicle.potencia_dc_kw)],
    ]),
  );
}

/** All rows or none; what is wrong is told row by row. */
export async function vehiclesImport(
  terminal: Terminal,
  options: ShowOptions & { file: string; dryRun?: boolean },
): Promise<number> {
  const csv = await readText(terminal, options.file);
  const isDryRun = options.dryRun === true;
  try {
    const imported = await openApi(terminal, options).call(vehicleApi.import, { body: { csv, isDryRun } });
    const { wouldImport, imported: taken } = terminal.text.vehicle;
    const words = (isDryRun ? wouldImport : taken)(String(imported.added), String(imported.changed));
    return tellDone(terminal, options, { ...imported, isDryRun }, words);
  } catch (thrown) {
    return tellRefusedRows(terminal, options, thrown);
  }
}

export async function vehiclesExport(terminal: Terminal, options: ShowOptions & Texts<'out'>): Promise<number> {
  const { chunks } = await openApi(terminal, options).file(vehicleApi.export);
  await writeOut(terminal, options.out, chunks);
  if (options.out !== undefined) terminal.err(terminal.text.vehicle.exported(options.out));
  return done;
}

type VehiclesSeedOptions = Texts<'count' | 'seed'> & Switches<'ifEmpty' | 'json'>;

export async function vehiclesSeed(terminal: Terminal, options: VehiclesSeedOptions): Promise<number> {
  const { text, language } = terminal;
  const config = configOf(terminal, options);
  const read = optionReader(terminal, options);
  const count = read.number('count', [1, 1_000_000]) ?? 250;
  const seed = read.number('seed', [0, 2_147_483_647]) ?? 42;
  const shown = (number: number) => decimalText(number, language, 0);
  const bar = progressBar(terminal, {
    total: count,
    words: (added, percent) => text.vehicle.seeding(shown(added), shown(count), `${percent} %`),
  });
  const signal = terminal.untilInterrupted();
  const { seedVehicles } = await import('#main/maintenance-commands.ts');
  try {
    const added = await seedVehicles(config, openLog('error'), {
      count,
      seed,
      year: terminal.clock.now().getUTCFullYear(),
      signal,
      onProgress: bar.show,
      isOnlyIfEmpty: options.ifEmpty === true,
    });
    bar.end();
    const words = added === 0 ? text.vehicle.notSeeded : text.vehicle.seeded(shown(added));
    return tellDone(terminal, options, { added }, words);
  } catch (thrown) {
    bar.end();
    if (signal.aborted) throw new SigecError('CONFLICT', text.vehicle.seedInterrupted, { cause: thrown });
    throw thrown;
  }
}
