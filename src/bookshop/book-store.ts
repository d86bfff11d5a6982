import type { Pool } from 'pg';
import {
  type Book,
  type BookFilter,
  type BookSort,
  type Category,
  type FoundBooks,
  foldText,
  lookedForWords,
} from './book.ts';

const columns = `id, title, authors, category, category_name as "categoryName", description, price_cents as "priceCents", stock,
  pages, year, publisher, isbn, tags`;

const orderBy = {
  relevance: 'rank desc, stock > 0 desc, title, id',
  price: 'price_cents, title, id',
  'price-descending': 'price_cents desc, title, id',
  title: 'title, id',
  newest: 'year desc nulls last, title, id',
} satisfies Record<BookSort, string>;

/** All words first; where no book has them all, whichever has some. */
export async function findBooks(pool: Pool, filter: BookFilter): Promise<FoundBooks> {
  const words = lookedForWords(filter.query ?? '');
  const strict = await select(pool, filter, words.map((word) => `${word}:*`).join(' & '));
  if (strict.total > 0 || words.length < 2) return { ...strict, isLoose: false };
  return { ...(await select(pool, filter, words.map((word) => `${word}:*`).join(' | '))), isLoose: true };
}

async function select(pool: Pool, filter: BookFilter, tsquery: string): Promise<Omit<FoundBooks, 'isLoose'>> {
  const { query = '', category, leastCents, maxCents, inStock = false, sort = 'relevance', limit, skip = 0 } = filter;
  const folded = foldText(query).trim();
  // A query of stop words alone ("o que") leaves nothing to look for by words: then the text itself is looked for.
  const { rows } = await pool.query<Book & { total: string }>(
    `with asked as (select to_tsquery('portuguese', $1) as q)
     select ${columns}, count(*) over () as total, ts_rank(words, q) as rank
     from book, asked
     where is_listed
       and ($2 = '' or id = $2 or isbn = $2 or (numnode(q) > 0 and words @@ q) or (numnode(q) = 0 and strpos(folded, $2) > 0))
       and ($3::text is null or category = $3)
       and ($4::bigint is null or price_cents >= $4) and ($5::bigint is null or price_cents <= $5)
       and (not $6 or stock > 0)
     order by ${orderBy[sort]} limit $7 offset $8`,
    [tsquery, folded, category ?? null, leastCents ?? null, maxCents ?? null, inStock, limit, skip],
  );
  if (rows[0] === undefined && skip > 0)
    return { books: [], total: (await select(pool, { ...filter, skip: 0, limit: 1 }, tsquery)).total };
  return { books: rows.map(bookOf), total: Number(rows[0]?.total ?? 0) };
}

function bookOf(row: Book & { total?: string; rank?: number }): Book {
  const { total: _total, rank: _rank, ...book } = row;
  return book;
}

export async function readBooks(pool: Pool, ids: readonly string[]): Promise<Map<string, Book>> {
  const { rows } = await pool.query<Book>(`select ${columns} from book where is_listed and id = any($1)`, [ids]);
  return new Map(rows.map((book) => [book.id, book]));
}

export async function readCategories(pool: Pool): Promise<Category[]> {
  const { rows } = await pool.query<Category>(
    `select category as id, min(category_name) as name, count(*)::int as books, (count(*) filter (where stock > 0))::int as "inStock"
     from book where is_listed group by category order by min(category_name)`,
  );
  return rows;
}

export async function countBooks(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from book where is_listed');
  return rows[0]?.count ?? 0;
}
