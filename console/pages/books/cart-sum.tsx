import { useTranslation } from 'react-i18next';
import type { BookCart } from '#contract/bookshop/book.ts';
import { minorText } from '../../text/money.ts';

type Props = {
  sums: Pick<BookCart, 'currency' | 'subtotalCents' | 'discountCents' | 'shippingCents' | 'totalCents' | 'coupon'>;
};

export function CartSum({ sums }: Props) {
  const { t, i18n } = useTranslation();
  const { currency, subtotalCents, discountCents, shippingCents, totalCents, coupon } = sums;
  const text = (cents: number) => minorText(cents, currency, i18n.language);
  return (
    <dl className="cart-sum">
      <dt>{t('books.subtotal')}</dt>
      <dd>{text(subtotalCents)}</dd>
      {discountCents !== 0 && (
        <>
          <dt>{t('books.discount', { coupon: coupon ?? '' })}</dt>
          <dd>{text(-Math.abs(discountCents))}</dd>
        </>
      )}
      <dt>{t('books.shipping')}</dt>
      <dd>{text(shippingCents)}</dd>
      <dt className="cart-total">{t('books.total')}</dt>
      <dd className="cart-total">{text(totalCents)}</dd>
    </dl>
  );
}
