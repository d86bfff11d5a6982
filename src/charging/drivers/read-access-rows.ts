import { Temporal } from 'temporal-polyfill';
import { type CsvRow, readCsv } from '#base/csv.ts';
import { type ImportProblem, newDriver } from '#contract/access/driver.ts';
import { type TokenType, tokenType, tokenValue } from '#contract/access/token.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { enteredValue } from '../authorization/change-tokens.ts';
import { endsBeforeItBegins } from '../authorization/validity.ts';
import { problemIn } from './problem-in.ts';

/** One row as it was read. What is null was left empty: it says nothing, and leaves what is known as it is. */
export type AccessRow = {
  row: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  language: string | null;
  /** A group by its name or id. */
  group: string | null;
  token: string | null;
  type: TokenType | null;
  validFrom: Date | null;
  expiresAt: Date | null;
  isBlocked: boolean | null;
  note: string | null;
};

const columns = [
  'name',
  'email',
  'phone',
  'language',
  'group',
  'token',
  'type',
  'valid_from',
  'expires',
  'blocked',
  'note',
] as const;
type Column = (typeof columns)[number];

/** They are one commit, and what stations say waits for it: about a tenth of a millisecond a row. */
export const maxRows = 5_000;

export type AccessTable = { rows: AccessRow[]; problems: ImportProblem[] };

/** `timeZone`: by whose clock a day without a time begins and ends. */
export function readAccessRows(csv: string, timeZone: string): AccessTable {
  const { header, rows, openQuoteIn } = readCsv(csv);
  const named = header.map(columnOf);
  const problems = headerProblems(header, named);
  if (openQuoteIn !== null) problems.push(problemIn(openQuoteIn.row, null, sentenceOf('import-open-quote')));
  if (problems.length > 0) return { rows: [], problems };
  if (rows.length === 0) return { rows: [], problems: [problemIn(1, null, sentenceOf('import-no-rows'))] };
  if (rows.length > maxRows) {
    const tooMany = sentenceOf('import-too-many-rows', { rows: rows.length, most: maxRows });
    return { rows: [], problems: [problemIn(maxRows + 2, null, tooMany)] };
  }
  const read = rows.map((row) => readRow(row, named as Column[], timeZone));
  return { rows: read.map(({ row }) => row), problems: read.flatMap((each) => each.problems) };
}

/** As spreadsheets of Brazil name them, without accents. */
const otherNames: Readonly<Record<string, Column>> = {
  nome: 'name',
  motorista: 'name',
  e_mail: 'email',
  telefone: 'phone',
  celular: 'phone',
  idioma: 'language',
  grupo: 'group',
  cartao: 'token',
  numero: 'token',
  numero_do_cartao: 'token',
  card: 'token',
  tipo: 'type',
  valido_de: 'valid_from',
  valido_desde: 'valid_from',
  validade: 'expires',
  valido_ate: 'expires',
  expira: 'expires',
  bloqueado: 'blocked',
  observacao: 'note',
  nota: 'note',
};

function columnOf(title: string): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const name = plain.replaceAll(/[\s-]+/g, '_');
  return otherNames[name] ?? name;
}

function headerProblems(header: readonly string[], named: readonly string[]): ImportProblem[] {
  const known: readonly string[] = columns;
  if (!named.some((name) => known.includes(name))) {
    return [problemIn(1, null, sentenceOf('import-no-header', { columns }))];
  }
  return named.flatMap((name, nth): ImportProblem[] => {
    const column = header[nth] ?? '';
    if (!known.includes(name)) return [problemIn(1, column, sentenceOf('import-no-such-column', { columns }))];
    return named.indexOf(name) < nth ? [problemIn(1, column, sentenceOf('import-column-twice'))] : [];
  });
}

function readRow(
  { row, cells }: CsvRow,
  named: readonly Column[],
  timeZone: string,
): { row: AccessRow; problems: ImportProblem[] } {
  const problems: ImportProblem[] = [];
  const wrong: Wrong = (column, sentence) => {
    problems.push(problemIn(row, column, sentence));
    return null;
  };
  if (cells.slice(named.length).some((cell) => cell !== ''))
    wrong(null, sentenceOf('import-too-many-cells', { cells: cells.length, columns: named.length }));

  /** What the cell says, read by `read`, which answers undefined for what cannot be. */
  function cell<Value>(column: Column, read: (text: string) => Value | undefined, accepts: Sentence): Value | null {
    const text = cells[named.indexOf(column)] ?? '';
    if (text === '') return null;
    const value = read(text);
    if (value !== undefined) return value;
    return wrong(
      column,
      isShown.has(column)
        ? sentenceOf('import-must-be-not', { cell: quoted(text), accepts })
        : sentenceOf('import-must-be', { accepts }),
    );
  }
  const { name, email, phone, language, note } = newDriver.shape;
  const by = (shape: { safeParse(text: string): { data?: unknown } }) => (text: string) =>
    shape.safeParse(text).data as string | undefined;

  const read: AccessRow = {
    row,
    name: cell('name', by(name), visible(100)),
    email: cell('email', by(email), sentenceOf('accepts-email')),
    phone: cell('phone', by(phone), visible(40)),
    language: cell('language', by(language), sentenceOf('accepts-language')),
    group: cell('group', (text) => text, visible(200)),
    token: cell('token', by(tokenValue), sentenceOf('accepts-token')),
    type: cell(
      'type',
      (text) => tokenType.safeParse(text.toLowerCase()).data,
      sentenceOf('accepts-one-of', { choices: tokenType.options }),
    ),
    validFrom: cell('valid_from', (text) => timeOf(text, timeZone, 0), aTime),
    expiresAt: cell('expires', (text) => timeOf(text, timeZone, 1), aTime),
    isBlocked: cell('blocked', (text) => yesOrNo[text.toLowerCase()], sentenceOf('accepts-yes-or-no')),
    note: cell('note', by(note), visible(200)),
  };
  if (read.token !== null) read.token = enteredValue(read.token, read.type ?? 'iso14443');
  if (endsBeforeItBegins(read)) wrong('expires', sentenceOf('import-ends-before-it-begins'));
  if (problems.length === 0) checkSense(read, wrong);
  return { row: read, problems };
}

/** What was written there helps whoever mends it; of who somebody is and what their card is nothing comes back. */
const isShown: ReadonlySet<Column> = new Set(['type', 'valid_from', 'expires', 'blocked', 'language']);
const maxShown = 40;

export function quoted(cell: string): string {
  return `"${cell.length > maxShown ? `${cell.slice(0, maxShown)}…` : cell}"`;
}

type Wrong = (column: Column | null, sentence: Sentence) => null;

function visible(most: number): Sentence {
  return sentenceOf('accepts-visible', { most });
}

function checkSense(row: AccessRow, wrong: Wrong): void {
  const { name, email, token } = row;
  if (token === null && email === null)
    wrong('token', sentenceOf(name === null ? 'import-nobody-named' : 'import-only-a-name'));
  if (token === null) {
    if (row.type !== null) wrong('type', sentenceOf('import-type-of-no-token'));
    if (row.validFrom !== null) wrong('valid_from', sentenceOf('import-time-of-no-token'));
    if (row.expiresAt !== null) wrong('expires', sentenceOf('import-time-of-no-token'));
  }
  if (name === null && email === null && row.phone !== null) wrong('phone', sentenceOf('import-phone-of-nobody'));
}

const aTime = sentenceOf('accepts-time');

/** A day that ends something is part of it. */
function timeOf(text: string, timeZone: string, daysLater: 0 | 1): Date | undefined {
  try {
    const [, inOrder, dayNumber, month, year] =
      /^(\d{4}-\d{2}-\d{2})$|^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
    if (inOrder !== undefined || year !== undefined) {
      const written = inOrder ?? { year: Number(year), month: Number(month), day: Number(dayNumber) };
      const day = Temporal.PlainDate.from(written, { overflow: 'reject' }).add({ days: daysLater });
      return new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
    }
    if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)) return undefined;
    return new Date(Temporal.Instant.from(text.replace(' ', 'T')).epochMilliseconds);
  } catch {
    return undefined; // no such day, or a time that does not say where
  }
}

const yesOrNo: Readonly<Record<string, boolean | undefined>> = {
  yes: true,
  true: true,
  '1': true,
  sim: true,
  no: false,
  false: false,
  '0': false,
  não: false,
  nao: false,
};
