import type { Pool } from 'pg';
import type { Book } from './book.ts';
import { readBooks } from './book-store.ts';

/** Why a book is recommended, as facts: whoever tells the reader can say them in any language. */
export type Reasons = {
  boughtTogether: number;
  sameAuthor: boolean;
  sameCategory: boolean;
  sharedTags: readonly string[];
};

export type Recommendation = { book: Book; score: number; reasons: Reasons };

/** What counts how much. Readers who bought both say more than a shelf does; a subject of few books says more than one of many. */
const weights = { boughtTogether: 3, sameAuthor: 4, sameCategory: 1, sharedTag: 1.5 };

type Row = { id: string; together: number; author: boolean; category: boolean; tags: string[]; score: number };

/** From what books are about and what was bought together; those given, and what is sold out, are left out. */
export async function recommend(
  pool: Pool,
  { bookIds, category, limit }: { bookIds: readonly string[]; category?: string | undefined; limit: number },
): Promise<Recommendation[]> {
  const { rows } = await pool.query<Row>(
    `with given as (select * from book where id = any($1)),
     liked as materialized (
       select array(select distinct unnest(authors) from given) as authors, array(select distinct category from given) as categories,
         array(select distinct unnest(tags) from given) as tags, (select count(*)::float8 from book where is_listed) as everything
     ),
     used as materialized (
       select t as tag, ln(1 + max(everything) / count(*)) / ln(1 + max(everything)) as weight
       from book, liked, unnest(book.tags) t where is_listed and book.tags && liked.tags and t = any(liked.tags) group by t
     ),
     together as materialized (
       select mine.book_id, count(distinct mine.order_id)::int as orders
       from book_order_line theirs join book_order_line mine using (order_id)
       where theirs.book_id = any($1) group by mine.book_id
     ),
     facts as (
       select b.id, b.title, coalesce(together.orders, 0) as together, b.authors && liked.authors as author,
         b.category = any(liked.categories) as category,
         array(select t from unnest(b.tags) t where t = any(liked.tags) order by t) as tags
       from book b cross join liked left join together on together.book_id = b.id
       where b.is_listed and b.stock > 0 and not b.id = any($1) and ($2::text is null or b.category = $2)
         and (b.authors && liked.authors or b.category = any(liked.categories) or b.tags && liked.tags or together.orders > 0)
     ), scored as (
       select *, ln(1 + together) * $4::float8 + author::int * $5::float8 + category::int * $6::float8
         + coalesce((select sum(weight) from used where tag = any(tags)), 0) * $7::float8 as score
       from facts
     )
     select id, together, author, category, tags, score from scored order by score desc, title, id limit $3`,
    [
      bookIds,
      category ?? null,
      limit,
      weights.boughtTogether,
      weights.sameAuthor,
      weights.sameCategory,
      weights.sharedTag,
    ],
  );
  const books = await readBooks(
    pool,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, together, author, category: shelf, tags, score }) => {
    const book = books.get(id);
    const reasons = { boughtTogether: together, sameAuthor: author, sameCategory: shelf, sharedTags: tags };
    return book === undefined ? [] : [{ book, score: Math.round(score * 100) / 100, reasons }];
  });
}
