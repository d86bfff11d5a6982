import type { Pool, PoolClient } from 'pg';
import { transaction } from '#database/in-transaction.ts';
import { foldText, slugOf } from './book.ts';
import type { Catalogue, CatalogueBook } from './catalogue-file.ts';

export type Loaded = { books: number; added: number; taken: number; coupons: number };

/** What stands in the file is sold from now on, and nothing else. Orders and what they hold stay as they are. */
export function loadCatalogue(pool: Pool, { books, coupons }: Catalogue): Promise<Loaded> {
  return transaction(pool, async (client) => {
    await client.query('lock table book in share row exclusive mode'); // two loads at once: one after the other
    const { rowCount: taken } = await client.query(
      'update book set is_listed = false, isbn = null where is_listed and not id = any($1)',
      [books.map(({ id }) => id)],
    );
    const { rows: known } = await client.query<{ count: number }>(
      'select count(*)::int as count from book where id = any($1)',
      [books.map(({ id }) => id)],
    );
    await client.query('update book set isbn = null where id = any($1)', [books.map(({ id }) => id)]); // two books may have exchanged theirs
    for (let from = 0; from < books.length; from += 500) await upsert(client, books.slice(from, from + 500));
    if (coupons !== null) await replaceCoupons(client, coupons);
    return {
      books: books.length,
      added: books.length - (known[0]?.count ?? 0),
      taken: taken ?? 0,
      coupons: coupons?.length ?? 0,
    };
  });
}

async function upsert(client: PoolClient, books: readonly CatalogueBook[]): Promise<void> {
  const rows = books.map((book) => ({
    ...book,
    category: slugOf(book.category),
    category_name: book.category,
    folded: foldText([book.title, ...book.authors, book.category, ...book.tags].join(' ')),
    folded_title: foldText([book.title, ...book.authors].join(' ')),
    folded_subject: foldText([book.category, ...book.tags].join(' ')),
    folded_description: foldText(book.description),
  }));
  await client.query(
    `insert into book (id, title, authors, category, category_name, description, price_cents, stock, pages, year, publisher, isbn, tags, folded, words, is_listed)
     select id, title, authors, category, category_name, description, price_cents, stock, pages, year, publisher, isbn, tags, folded,
       setweight(to_tsvector('portuguese', folded_title), 'A') || setweight(to_tsvector('portuguese', folded_subject), 'B')
         || setweight(to_tsvector('portuguese', folded_description), 'C'), true
     from jsonb_to_recordset($1) as b (id text, title text, authors text[], category text, category_name text, description text, price_cents int,
       stock int, pages int, year int, publisher text, isbn text, tags text[], folded text, folded_title text, folded_subject text, folded_description text)
     on conflict (id) do update set title = excluded.title, authors = excluded.authors, category = excluded.category,
       category_name = excluded.category_name, description = excluded.description, price_cents = excluded.price_cents, stock = excluded.stock,
       pages = excluded.pages, year = excluded.year, publisher = excluded.publisher, isbn = excluded.isbn, tags = excluded.tags,
       folded = excluded.folded, words = excluded.words, is_listed = true`,
    [JSON.stringify(rows)],
  );
}

/** How often a code was used stays known. */
async function replaceCoupons(client: PoolClient, coupons: NonNullable<Catalogue['coupons']>): Promise<void> {
  await client.query('delete from book_coupon where not code = any($1)', [coupons.map(({ code }) => code)]);
  for (const { code, title, kind, value, leastCents, category, isFirstPurchase, startsAt, endsAt, maxUses } of coupons)
    await client.query(
      `insert into book_coupon (code, title, kind, value, least_cents, category, is_first_purchase, starts_at, ends_at, most_uses)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (code) do update set title = excluded.title, kind = excluded.kind, value = excluded.value,
         least_cents = excluded.least_cents, category = excluded.category, is_first_purchase = excluded.is_first_purchase,
         starts_at = excluded.starts_at, ends_at = excluded.ends_at, 
         most_uses = case when excluded.most_uses is not null then greatest(excluded.most_uses, book_coupon.uses) end`,
      [code, title, kind, value, leastCents, category, isFirstPurchase, startsAt, endsAt, maxUses],
    );
}
