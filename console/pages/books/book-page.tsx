import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { bookApi } from '#contract/api/books.ts';
import type { Book } from '#contract/bookshop/book.ts';
import { useRead } from '../../api/queries.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { Card } from '../../parts/card.tsx';
import { Big, Fact } from '../../parts/facts.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { minorText } from '../../text/money.ts';
import { AddButton } from './add-button.tsx';
import './books.css';

const route = getRouteApi('/books/$id');

export function BookPage() {
  const { t } = useTranslation();
  const { id: bookId } = route.useParams();
  return (
    <OfOne
      query={useRead(['books', 'one', bookId], bookApi.get, { params: { bookId } })}
      gone={t('books.notThere')}
      back={<ButtonLink to="/books">{t('books.back')}</ButtonLink>}
    >
      {(book) => <Loaded book={book} />}
    </OfOne>
  );
}

function Loaded({ book }: { book: Book }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <BackLink to="/books">{t('books.back')}</BackLink>
      <PageHead title={book.title} note={book.authors.join(', ')}>
        <ButtonLink variant="default" size="compact-md" fz="sm" to="/books" search={{ tab: 'cart' }}>
          {t('books.toCart')}
        </ButtonLink>
        <AddButton book={book} />
      </PageHead>
      <div className="columns-two">
        <Card title={t('books.about')}>
          <p className="book-description">{book.description}</p>
        </Card>
        <Card title={t('session.facts')}>
          <dl className="facts">
            <Big name={t('vehicles.price')}>{minorText(book.priceCents, book.currency, i18n.language)}</Big>
            <Fact name={t('books.stockName')}>
              {book.stock === 0 ? t('books.soldOut') : t('books.stock', { count: book.stock })}
            </Fact>
            <Fact name={t('books.category')}>{book.categoryName}</Fact>
            <Fact name={t('books.year')}>{book.year}</Fact>
            <Fact name={t('books.pages')}>{book.pages}</Fact>
            <Fact name={t('books.publisher')}>{book.publisher}</Fact>
            <Fact name="ISBN">{book.isbn}</Fact>
            {book.tags.length > 0 && <Fact name={t('books.tags')}>{book.tags.join(', ')}</Fact>}
          </dl>
        </Card>
      </div>
    </>
  );
}
