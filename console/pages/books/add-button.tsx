import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/bookshop/book.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { useTell } from '../../parts/told.tsx';
import { putInCart, useCart } from './cart.ts';

/** Puts one more copy into the cart, as long as there is one. */
export function AddButton({ book: { id, title, stock } }: { book: Book }) {
  const { t } = useTranslation();
  const tell = useTell();
  const copies = useCart()[id] ?? 0;
  const whyNot =
    stock === 0 ? t('books.soldOut') : copies >= stock ? t('books.allInCart', { count: stock }) : undefined;
  const words = copies === 0 ? t('books.add') : t('books.addMore', { count: copies });
  const add = () => {
    putInCart(id, copies + 1);
    tell(t('books.added', { title }));
  };
  return (
    <Button
      className="goods-add"
      size="compact-sm"
      variant="light"
      aria-label={`${words}: ${title}`}
      {...unlessBlocked(whyNot, add)}
    >
      {words}
    </Button>
  );
}
