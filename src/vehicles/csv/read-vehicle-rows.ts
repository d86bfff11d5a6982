import { type CsvRow, readCsv } from '#base/csv.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { isUuid } from '#base/uuid.ts';
import { problemIn } from '#charging/drivers/problem-in.ts';
import type { ImportProblem } from '#contract/access/driver.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { columnNames } from '#contract/vehicles/csv-columns.ts';
import {
  knownBodies,
  knownFuels,
  knownTransmissions,
  type NewVehicle,
  vehicleConnector,
} from '#contract/vehicles/vehicle.ts';
import { closestWord } from '../search/closest-word.ts';
import { knownWord, plainText } from '../search/words.ts';

type ReadValue = { value: string | number } | { accepts: Sentence };

type Limits = { least: number; most: number; decimals?: 1 | 2 };

/** As people write numbers in Brazil (1.234,56) or elsewhere (1234.56), with R$ or without. */
function readNumber(text: string, { least, most, decimals }: Limits): ReadValue {
  const bare = text.replace(/^R\$\s*/i, '');
  const plain = /^\d{1,3}(\.\d{3})+(,\d+)?$/.test(bare) ? bare.replaceAll('.', '') : bare;
  const digits = decimals === undefined ? /^\d{1,9}$/ : new RegExp(`^\\d{1,9}([.,]\\d{1,${decimals}})?$`);
  const value = Number(plain.replace(',', '.'));
  if (digits.test(plain) && value >= least && value <= most) return { value };
  const accepts = decimals === undefined ? 'accepts-whole-from-to' : 'accepts-number-from-to';
  return { accepts: sentenceOf(accepts, { least, most }) };
}

function readLine(text: string, maxCharacters: number): ReadValue {
  const line = text.replace(/^'(?=[=+\-@])/, '').normalize('NFC'); // an export guards what looks like a formula
  const isFine = !/\p{C}/u.test(line) && line.length <= maxCharacters;
  return isFine ? { value: line } : { accepts: sentenceOf('accepts-visible', { most: maxCharacters }) };
}

const lists = {
  tipo_combustivel: ['combustivel', knownFuels],
  tipo_transmissao: ['transmissao', knownTransmissions],
  carroceria: ['carroceria', knownBodies],
  tipo_conector: ['conector', vehicleConnector.options],
} as const;

/** In our spelling where the word is known. A dealer may have others, but one that is nearly ours was mistyped. */
function readWord(column: keyof typeof lists, text: string): ReadValue {
  const [filter, words]: readonly [(typeof lists)[typeof column][0], readonly string[]] = lists[column];
  const known = knownWord(text, filter, words);
  if (known !== undefined) return { value: known };
  if (column === 'tipo_conector') return { accepts: sentenceOf('accepts-one-of', { choices: words }) };
  const near = closestWord(plainText(text), words.map(plainText));
  const meant = words.find((word) => plainText(word) === near);
  return meant === undefined ? readLine(text, 50) : { accepts: sentenceOf('accepts-one-of', { choices: [meant] }) };
}

/** More than this is not read in one go: a file can be divided. */
export const maxRows = 100_000;

type Reader = { isRequired?: true; read(text: string): ReadValue };

function readersFor(year: number): Record<string, Reader> {
  const line = (most: number): Reader => ({ isRequired: true, read: (text) => readLine(text, most) });
  const whole = (least: number, most: number): Reader => ({ read: (text) => readNumber(text, { least, most }) });
  const kw = (most: number): Reader => ({ read: (text) => readNumber(text, { least: 0.1, most, decimals: 1 }) });
  return {
    id: { read: readId },
    marca: line(100),
    modelo: line(100),
    ano_fabricacao: { ...whole(1990, year + 1), isRequired: true },
    ano_modelo: whole(1990, year + 1),
    motorizacao: { read: (text) => readNumber(text, { least: 0.1, most: 9.9, decimals: 1 }) },
    tipo_combustivel: { isRequired: true, read: (text) => readWord('tipo_combustivel', text) },
    cor: line(50),
    quilometragem: { ...whole(0, 10_000_000), isRequired: true },
    numero_portas: { ...whole(2, 5), isRequired: true },
    tipo_transmissao: { isRequired: true, read: (text) => readWord('tipo_transmissao', text) },
    preco: { isRequired: true, read: (text) => readNumber(text, { least: 0.01, most: 99_999_999.99, decimals: 2 }) },
    bateria_kwh: kw(9_999.9),
    autonomia_km: whole(1, 10_000),
    tipo_conector: { read: (text) => readWord('tipo_conector', text) },
    potencia_ac_kw: kw(999.9),
    potencia_dc_kw: kw(9_999.9),
    carroceria: { read: (text) => readWord('carroceria', text) },
  };
}

function readId(text: string): ReadValue {
  const id = text.toLowerCase();
  return isUuid(id) ? { value: id } : { accepts: sentenceOf('accepts-vehicle-id') };
}

export type ReadRows = { vehicles: NewVehicle[]; problems: ImportProblem[] };

/** Reads all rows of a file, and says of each one that cannot be taken why. `year` is the one it is now. */
export function readVehicleRows(csv: string, year: number): ReadRows {
  const { header, rows, openQuoteIn } = readCsv(csv);
  const readers = readersFor(year);
  const columns = header.map((name) => name.toLowerCase());
  const problems = headerProblems(columns, readers);
  if (openQuoteIn !== null) problems.push(problemIn(openQuoteIn.row, null, sentenceOf('import-open-quote')));
  if (rows.length === 0) problems.push(problemIn(1, null, sentenceOf('import-no-rows')));
  if (rows.length > maxRows)
    problems.push(problemIn(1, null, sentenceOf('import-too-many-rows', { rows: rows.length, most: maxRows })));
  if (problems.length > 0) return { vehicles: [], problems };
  const rowOf = new Map<string, number>();
  const vehicles = rows.map((row) => {
    const read = readRow(row, columns, readers);
    problems.push(...read.problems);
    const { id } = read.vehicle;
    const before = id === undefined ? undefined : rowOf.get(id);
    if (before !== undefined) problems.push(problemIn(row.row, 'id', sentenceOf('import-id-twice', { row: before })));
    if (id !== undefined) rowOf.set(id, row.row);
    return read.vehicle;
  });
  return { vehicles, problems };
}

function headerProblems(columns: readonly string[], readers: Record<string, Reader>): ImportProblem[] {
  const strange = columns.flatMap((name, nth) => {
    if (!columnNames.includes(name))
      return [problemIn(1, untrustedText(name), sentenceOf('import-no-such-column', { columns: columnNames }))];
    return columns.indexOf(name) < nth ? [problemIn(1, name, sentenceOf('import-column-twice'))] : [];
  });
  const missing = Object.entries(readers).flatMap(([name, { isRequired }]) =>
    isRequired && !columns.includes(name) ? [problemIn(1, name, sentenceOf('import-column-missing'))] : [],
  );
  return [...strange, ...missing];
}

function readRow(
  { row, cells }: CsvRow,
  columns: readonly string[],
  readers: Record<string, Reader>,
): { vehicle: NewVehicle; problems: ImportProblem[] } {
  const problems: ImportProblem[] = [];
  const values: Record<string, string | number> = {};
  const wrong = (column: string | null, why: Sentence) => problems.push(problemIn(row, column, why));
  if (cells.length > columns.length)
    wrong(null, sentenceOf('import-too-many-cells', { cells: cells.length, columns: columns.length }));
  for (const [nth, name] of columns.entries()) {
    const reader = readers[name];
    const text = cells[nth] ?? '';
    const read = text === '' ? undefined : reader?.read(text);
    if (read === undefined) {
      if (reader?.isRequired) wrong(name, sentenceOf('import-cell-empty'));
    } else if ('accepts' in read) wrong(name, sentenceOf('import-must-be', { accepts: read.accepts }));
    else values[name] = read.value;
  }
  const vehicle = vehicleOf(values);
  if (problems.length === 0) for (const [column, why] of contradictions(vehicle)) wrong(column, why);
  return { vehicle, problems };
}

function vehicleOf(values: Record<string, string | number>): NewVehicle {
  const nothing = { motorizacao: null, bateria_kwh: null, autonomia_km: null, tipo_conector: null };
  const power = { potencia_ac_kw: null, potencia_dc_kw: null, carroceria: null };
  return { ...nothing, ...power, ano_modelo: values['ano_fabricacao'], ...values } as unknown as NewVehicle; // each read by its column
}

function contradictions(vehicle: NewVehicle): (readonly [column: string, why: Sentence])[] {
  const { ano_fabricacao, ano_modelo, tipo_combustivel, motorizacao, bateria_kwh, tipo_conector } = vehicle;
  const isElectric = tipo_combustivel === 'Elétrico';
  const burns = knownFuels.some((fuel) => fuel === tipo_combustivel && fuel !== 'Elétrico' && fuel !== 'Hidrogênio');
  const all = [
    [ano_modelo < ano_fabricacao, 'ano_modelo', sentenceOf('vehicle-model-year')],
    [isElectric && motorizacao !== null, 'motorizacao', sentenceOf('vehicle-electric-engine')],
    [burns && motorizacao === null, 'motorizacao', sentenceOf('vehicle-no-engine')],
    [isElectric && bateria_kwh === null, 'bateria_kwh', sentenceOf('vehicle-no-battery')],
    [isElectric && tipo_conector === null, 'tipo_conector', sentenceOf('vehicle-no-inlet')],
  ] as const;
  return all.flatMap(([isSo, column, why]) => (isSo ? [[column, why] as const] : []));
}
