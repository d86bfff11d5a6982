import { Checkbox, Skeleton } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { bookApi } from '#contract/api/books.ts';
import type { Book } from '#contract/bookshop/book.ts';
import { bookSorts } from '#contract/word-lists.ts';
import { useRead } from '../../api/queries.ts';
import { Choice } from '../../parts/choice.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { minorText } from '../../text/money.ts';
import { AddButton } from './add-button.tsx';
import type { BookFilter } from './book-filter.ts';

const route = getRouteApi('/books');
const maxShown = 200;

export function ShelfTab() {
  const { t } = useTranslation();
  const { search, category, inStock, sort } = route.useSearch();
  const query = {
    ...(search !== undefined && search.trim() !== '' && { search: search.trim() }),
    ...(category !== undefined && { category }),
    ...(inStock !== undefined && { inStock: true }),
    ...(sort !== undefined && { sort }),
    limit: maxShown,
  };
  const { data, error } = useRead(['books', query], bookApi.list, { query }, { placeholderData: keepPreviousData });
  return (
    <>
      <Filters />
      {data !== undefined && (
        <p className="goods-found" role="status">
          {t('books.found', { count: data.total })} {data.isLoose && t('books.loose')}
        </p>
      )}
      {error !== null && <ProblemNote title={t('books.readFailed')} problem={error} />}
      {data === undefined && error === null && <Skeleton height={260} radius={12} />}
      {data?.books.length === 0 && (
        <div className="card">
          <p className="table-none">
            {t(search === undefined && category === undefined ? 'books.none' : 'books.noneFit')}
          </p>
        </div>
      )}
      <ul className="goods" aria-label={t('books.title')}>
        {data?.books.map((book) => (
          <BookCard key={book.id} book={book} />
        ))}
      </ul>
    </>
  );
}

function Filters() {
  const { t } = useTranslation();
  const { search, category, inStock, sort } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: Partial<BookFilter>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const categories = useRead(['books', 'categories'], bookApi.categories, {}, { staleTime: 60_000 }).data?.categories;
  return (
    <div className="goods-filter">
      <SearchBox
        value={search ?? ''}
        label={t('books.search')}
        hint={t('books.searchHint')}
        onChange={(text) => change({ search: text === '' ? undefined : text })}
      />
      <Choice
        label={t('books.category')}
        value={category ?? ''}
        none={t('books.allCategories')}
        options={(categories ?? []).map(({ id, name, books }) => ({ value: id, label: `${name} (${books})` }))}
        onChange={(value) => change({ category: value === '' ? undefined : value })}
      />
      <Choice<string>
        label={t('books.sort')}
        value={sort ?? 'relevance'}
        options={bookSorts.map((value) => ({ value: value as string, label: t(`books.sorts.${value}`) }))}
        onChange={(value) => change({ sort: bookSorts.find((each) => each === value) })}
      />
      <Checkbox
        label={t('books.inStock')}
        checked={inStock === 'yes'}
        onChange={({ currentTarget }) => change({ inStock: currentTarget.checked ? 'yes' : undefined })}
      />
    </div>
  );
}

function BookCard({ book }: { book: Book }) {
  const { t, i18n } = useTranslation();
  return (
    <li className="goods-card">
      <div>
        <Link to="/books/$id" params={{ id: book.id }} className="row-link">
          {book.title}
        </Link>
        <small>{book.authors.join(', ')}</small>
      </div>
      <p className="goods-facts">
        {book.categoryName} · {book.stock === 0 ? t('books.soldOut') : t('books.stock', { count: book.stock })}
      </p>
      <div className="goods-buy">
        <p className="goods-price">{minorText(book.priceCents, book.currency, i18n.language)}</p>
        <AddButton book={book} />
      </div>
    </li>
  );
}
