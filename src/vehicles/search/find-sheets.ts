import type { Pool } from 'pg';
import type { VehicleFilter } from '#contract/vehicles/vehicle.ts';
import type { ReadText } from './read-text.ts';
import { hasWord, type WordCondition } from './resolve-words.ts';

/** Within which all vehicles lie that can fit. */
export type Bounds = {
  ano: readonly [least: number, most: number];
  /** R$ as the database writes them. */
  preco: readonly [least: string, most: string];
  km: readonly [least: number, most: number];
};

export type Sheets = {
  /** Null: nothing was asked of them. */
  ids: readonly number[] | null;
  bounds: Bounds;
};

/** What is asked of sheets, in the words that they have. */
export type SheetWish = {
  filter: VehicleFilter;
  groups: ReadText['groups'];
  conditions: readonly WordCondition[];
};

type Row = {
  ids: number[] | null;
  /** Null: there is none. */
  ano_minimo: number | null;
  ano_maximo: number;
  preco_minimo: string;
  preco_maximo: string;
  km_minimo: number;
  km_maximo: number;
};

/**
 * The sheets that fit all that is asked of them and may have a vehicle of such a year, price and mileage; undefined: none. Year, price and
 * mileage go together: who asks for cars from 2023 on, the cheapest first, would walk past every older one. Since each sheet knows its
 * bounds year by year, the walk begins where such cars do.
 */
export async function findSheets(pool: Pool, { filter, groups, conditions }: SheetWish): Promise<Sheets | undefined> {
  const asked = new Conditions();
  for (const { words, isUnwanted } of groups) {
    const any = words.map((word) => `ts_search @@ plainto_tsquery('veiculo_pt', ${asked.value(word)})`).join(' or ');
    asked.add(`${isUnwanted ? 'not ' : ''}(${any})`);
  }
  for (const { column, words, isUnwanted } of conditions)
    asked.where(words, (list) => `${isUnwanted ? 'not ' : ''}${hasWord(column, list)}`);
  asked.where(filter.recarregavel, (value) => `(tipo_conector is not null) = ${value}::boolean`);
  asked.where(filter.portas, (value) => `numero_portas = ${value}`);
  asked.where(filter.motorizacao_min, (value) => `motorizacao >= ${value}::numeric`);
  asked.where(filter.motorizacao_max, (value) => `motorizacao <= ${value}::numeric`);
  asked.where(filter.bateria_min_kwh, (value) => `bateria_kwh >= ${value}::numeric`);
  asked.where(filter.autonomia_min_km, (value) => `autonomia_km >= ${value}::numeric`);
  asked.where(filter.potencia_ac_min_kw, (value) => `potencia_ac_kw >= ${value}::numeric`);
  asked.where(filter.potencia_dc_min_kw, (value) => `potencia_dc_kw >= ${value}::numeric`);
  const isAnythingAsked = asked.values.length > 0;
  asked.where(filter.ano_min, (value) => `ano >= ${value}`);
  asked.where(filter.ano_max, (value) => `ano <= ${value}`);
  asked.where(filter.preco_min, (value) => `preco_maximo >= ${value}::numeric`);
  asked.where(filter.preco_max, (value) => `preco_minimo <= ${value}::numeric`);
  asked.where(filter.km_min, (value) => `km_maximo >= ${value}`);
  asked.where(filter.km_max, (value) => `km_minimo <= ${value}`);
  const { rows } = await pool.query<Row>(
    `select ${isAnythingAsked ? 'array_agg(distinct ficha_id)' : 'null'} as ids, min(ano) as ano_minimo, max(ano) as ano_maximo,
       min(preco_minimo) as preco_minimo, max(preco_maximo) as preco_maximo,
       min(km_minimo) as km_minimo, max(km_maximo) as km_maximo
     from veiculo_faixa ${isAnythingAsked ? 'join veiculo_ficha on veiculo_ficha.id = ficha_id' : ''} where ${asked.sql}`,
    asked.values,
  );
  const [row] = rows;
  if (!row?.ano_minimo) return undefined;
  return {
    ids: row.ids,
    bounds: {
      ano: [row.ano_minimo, row.ano_maximo],
      preco: [row.preco_minimo, row.preco_maximo],
      km: [row.km_minimo, row.km_maximo],
    },
  };
}

export class Conditions {
  private readonly parts: string[] = [];
  readonly values: unknown[];

  constructor(values: unknown[] = []) {
    this.values = values;
  }

  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  add(part: string): void {
    this.parts.push(part);
  }

  /** Adds nothing for what was not asked. */
  where(asked: unknown, part: (parameter: string) => string): void {
    if (asked !== undefined && asked !== null) this.add(part(this.value(asked)));
  }

  get sql(): string {
    return this.parts.length === 0 ? 'true' : this.parts.join(' and ');
  }
}
