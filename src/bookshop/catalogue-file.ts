import { z } from 'zod';
import { readCsv } from '#base/csv.ts';
import type { SigecError } from '#base/errors.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { slugOf } from './book.ts';
import { type Coupon, couponCode } from './coupon.ts';

type RowProblem = { row: number; column: string | null; problem: string };

const maxProblems = 50;

function wrongFile(problems: readonly RowProblem[]): SigecError {
  const shown = problems.slice(0, maxProblems);
  const [first] = shown;
  const { row: at = 0, column = null, problem: what = '' } = first ?? {};
  const problem = column === null ? what : `${column}: ${what}`;
  const sentence =
    problems.length === 1
      ? sentenceOf('catalogue-row', { row: at, problem })
      : sentenceOf('catalogue-rows', { row: at, problem, count: problems.length });
  return problemOf('INVALID_INPUT', sentence, { problems: shown, count: problems.length });
}

const text = (most: number) =>
  z
    .string()
    .transform((given) => untrustedText(given, most))
    .pipe(z.string().min(1, 'must not be empty'));
const texts = (most: number) =>
  z.preprocess(
    (given) =>
      typeof given === 'string'
        ? given
            .split('|')
            .map((each) => each.trim())
            .filter((each) => each !== '')
        : given,
    z.array(text(80)).max(most),
  );
/** An empty cell of a table is no value. */
const number = (schema: z.ZodType<number>) =>
  z.preprocess((given) => (typeof given === 'string' && /^-?\d+$/.test(given.trim()) ? Number(given) : given), schema);
const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given) => (given === '' || given === undefined ? null : given), schema.nullable());

const row = z.strictObject({
  id: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9._-]{0,59}$/i, 'must be 1 to 60 letters, digits, dots, dashes and underscores'),
  title: text(200),
  authors: texts(10),
  category: text(60).refine((name) => slugOf(name) !== '', 'must have a letter or a digit'),
  description: z.preprocess(
    (given) => given ?? '',
    z.string().transform((given) => untrustedText(given, 1_000)),
  ),
  price_cents: number(z.int().min(0).max(100_000_000)),
  stock: number(z.int().min(0).max(1_000_000)),
  pages: maybe(number(z.int().min(1).max(20_000))),
  year: maybe(number(z.int().min(-3000).max(3000))),
  publisher: maybe(text(100)),
  isbn: maybe(
    z
      .string()
      .transform((given) => given.replaceAll(/[\s-]/g, ''))
      .pipe(z.string().regex(/^(\d{13}|\d{9}[\dX])$/, 'must be an ISBN of 10 or 13 digits')),
  ),
  tags: z.preprocess((given) => given ?? [], texts(20)),
});

const couponRow = z
  .strictObject({
    code: z
      .string()
      .transform(couponCode)
      .pipe(z.string().regex(/^[A-Z0-9_-]{3,30}$/, 'must be 3 to 30 letters and digits')),
    title: text(100),
    kind: z.enum(['percent', 'fixed', 'free-shipping']),
    value: z.int().min(0).max(100_000_000).default(0),
    least_cents: z.int().min(0).max(100_000_000).default(0),
    category: z.string().transform(slugOf).nullable().default(null),
    is_first_purchase: z.boolean().default(false),
    starts_at: z.iso.datetime({ offset: true }).nullable().default(null),
    ends_at: z.iso.datetime({ offset: true }).nullable().default(null),
    most_uses: z.int().min(1).nullable().default(null),
  })
  .refine(({ kind, value }) => kind !== 'percent' || (value >= 1 && value <= 100), 'a percentage is from 1 to 100');

export type CatalogueBook = z.output<typeof row>;
export type Catalogue = { books: CatalogueBook[]; coupons: Omit<Coupon, 'uses'>[] | null };

const maxRows = 50_000;

/** A table with a heading (CSV), a list of books (JSON), or `{books, coupons}` (JSON). All of it fits, or nothing is taken. */
export function readCatalogue(content: string): Catalogue {
  const isJson = /^\s*[[{]/.test(content);
  const { rows, coupons } = isJson ? fromJson(content) : { rows: fromCsv(content), coupons: null };
  if (rows.length === 0) throw wrongFile([{ row: 1, column: null, problem: 'there is no book in the file' }]);
  if (rows.length > maxRows)
    throw wrongFile([{ row: maxRows + 1, column: null, problem: `at most ${maxRows} books are taken` }]);
  const problems: RowProblem[] = [];
  const books = rows.flatMap(({ row: at, value }) => readRow(row, at, value, problems));
  const read = coupons?.flatMap(({ row: at, value }) => readRow(couponRow, at, value, problems)) ?? null;
  for (const field of ['id', 'isbn'] as const)
    mustBeOnce(
      books.map(({ row: at, value }) => ({ row: at, value: value[field] })),
      field,
      problems,
    );
  const codes = read?.map(({ row: at, value }) => ({ row: at, value: value.code })) ?? [];
  mustBeOnce(codes, 'code', problems);
  if (problems.length > 0) throw wrongFile(problems.toSorted((one, other) => one.row - other.row));
  return { books: books.map(({ value }) => value), coupons: read?.map(({ value }) => couponOf(value)) ?? null };
}

type Row = { row: number; value: unknown };

/** Rows by the names of their heading, numbered as the lines of the file. */
function fromCsv(content: string): Row[] {
  const { header, rows, openQuoteIn } = readCsv(content);
  if (openQuoteIn !== null)
    throw wrongFile([{ row: openQuoteIn.line, column: null, problem: 'a quotation mark is not closed' }]);
  return rows.map(({ line, cells }) => {
    if (cells.length !== header.length)
      throw wrongFile([
        { row: line, column: null, problem: `it has ${cells.length} fields, and the heading has ${header.length}` },
      ]);
    return { row: line, value: Object.fromEntries(header.map((name, nth) => [name, cells[nth]])) };
  });
}

function fromJson(content: string): { rows: Row[]; coupons: Row[] | null } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    throw problemOf('INVALID_INPUT', sentenceOf('catalogue-not-json'));
  }
  const numbered = (values: readonly unknown[]) => values.map((value, index) => ({ row: index + 1, value }));
  if (Array.isArray(parsed)) return { rows: numbered(parsed), coupons: null };
  const { books, coupons } = parsed as { books?: unknown; coupons?: unknown };
  if (!Array.isArray(books) || (coupons !== undefined && !Array.isArray(coupons)))
    throw problemOf('INVALID_INPUT', sentenceOf('catalogue-shape'));
  return { rows: numbered(books), coupons: coupons === undefined ? null : numbered(coupons as unknown[]) };
}

function readRow<Schema extends z.ZodType>(
  schema: Schema,
  at: number,
  given: unknown,
  problems: RowProblem[],
): { row: number; value: z.output<Schema> }[] {
  const read = schema.safeParse(given);
  if (read.success) return [{ row: at, value: read.data }];
  for (const { path, message } of read.error.issues)
    problems.push({ row: at, column: path.map(String).join('.') || null, problem: message });
  return [];
}

function mustBeOnce(
  values: readonly { row: number; value: string | null }[],
  column: string,
  problems: RowProblem[],
): void {
  const seen = new Set<string>();
  for (const { row: at, value } of values) {
    if (value === null) continue;
    if (seen.has(value)) problems.push({ row: at, column, problem: 'stands in the file twice' });
    seen.add(value);
  }
}

function couponOf(given: z.output<typeof couponRow>): Omit<Coupon, 'uses'> {
  const { code, title, kind, value, category, starts_at: startsAt, ends_at: endsAt, most_uses: maxUses } = given;
  return {
    code,
    title,
    kind,
    value,
    category,
    maxUses,
    leastCents: given.least_cents,
    isFirstPurchase: given.is_first_purchase,
    startsAt: startsAt === null ? null : new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
  };
}
