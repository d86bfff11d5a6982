import { Button, NumberInput, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { bookApi } from '#contract/api/books.ts';
import type { BookCart, WantedBooks } from '#contract/bookshop/book.ts';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { useMay } from '../../parts/use-may.ts';
import { countryName } from '../../text/country.ts';
import { minorText } from '../../text/money.ts';
import { type Cart, emptyCart, putInCart, useCart } from './cart.ts';
import { CartSum } from './cart-sum.tsx';

const addressFields = [
  ...(['first_name', 'last_name', 'street_address', 'address_locality', 'address_region', 'postal_code'] as const),
];
type Draft = Record<(typeof addressFields)[number], string> & {
  shipping: WantedBooks['shipping'];
  country: string;
  code: string;
  token: string;
};
const first: Draft = {
  shipping: 'pickup',
  country: '',
  code: '',
  token: '',
  first_name: '',
  last_name: '',
  street_address: '',
  address_locality: '',
  address_region: '',
  postal_code: '',
};

/** What is wanted, priced by the shop at every change; ordering begins a checkout and pays it. */
export function CartTab() {
  const { t } = useTranslation();
  const cart = useCart();
  if (Object.keys(cart).length > 0) return <Filled cart={cart} />;
  return (
    <Notice title={t('books.cartEmpty')}>
      <ButtonLink to="/books">{t('books.toShelf')}</ButtonLink>
    </Notice>
  );
}

function wantedOf(cart: Cart, draft: Draft) {
  const typed = addressFields.flatMap((name) => (draft[name].trim() === '' ? [] : [[name, draft[name].trim()]]));
  return {
    items: Object.entries(cart).map(([bookId, quantity]) => ({ bookId, quantity })),
    shipping: draft.shipping,
    ...(draft.code.trim() !== '' && { code: draft.code.trim() }),
    ...(draft.shipping !== 'pickup' && {
      address: {
        ...(Object.fromEntries(typed) as Record<string, string>),
        ...(draft.country !== '' && { address_country: draft.country }), // none: the shop's own
      },
    }),
  };
}

function Filled({ cart }: { cart: Cart }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { draft, text, choice } = useDraft(first);
  const body = wantedOf(cart, draft);
  const priced = useRead(['book-cart', body], bookApi.price, { body }, { placeholderData: keepPreviousData });
  const order = useChange({
    send: async () => {
      const { id } = await call(bookApi.createCheckout, { body });
      return call(bookApi.completeCheckout, { params: { id }, body: { paymentToken: draft.token.trim() } });
    },
    touches: ['books', 'book-orders'],
    said: ({ number }) => t('books.ordered', { number }),
    onDone: ({ id }) => {
      emptyCart();
      void navigate({ to: '/books/orders/$id', params: { id } });
    },
  });
  const countries = priced.data?.countries ?? [];
  const troubles = priced.data?.troubles ?? [];
  const may = useMay('books:operate').told;
  const whyNot = may ?? troubles[0] ?? (draft.token.trim() === '' ? t('books.whyNot.token') : undefined);
  return (
    <div className="columns-two">
      <Card title={t('books.tab.shelf')}>
        {priced.data !== undefined && <Lines cart={priced.data} />}
        {priced.error !== null && <ProblemNote problem={priced.error} />}
      </Card>
      <Card title={t('books.order')}>
        <form
          className="cart-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (whyNot === undefined) order.mutate();
          }}
        >
          <Choice
            label={t('books.shipping')}
            options={(priced.data?.shippings ?? [draft.shipping]).map((value) => ({
              value,
              label: t(`books.shippings.${value}`),
            }))}
            {...choice('shipping')}
          />
          {draft.shipping !== 'pickup' && (
            <div className="form-row">
              {countries.length > 1 && (
                <Choice
                  label={t('books.address.country')}
                  options={countries.map((code) => ({ value: code, label: countryName(code, i18n.language) }))}
                  value={draft.country === '' ? (countries[0] ?? '') : draft.country}
                  onChange={choice('country').onChange}
                />
              )}
              {addressFields.map((name) => (
                <TextInput key={name} label={t(`books.address.${name}`)} maxLength={60} {...text(name)} />
              ))}
            </div>
          )}
          <TextInput label={t('books.coupon')} maxLength={30} error={priced.data?.whyNoCoupon} {...text('code')} />
          <TextInput
            label={t('books.payment')}
            description={t('books.paymentHelp')}
            maxLength={300}
            {...text('token')}
          />
          {priced.data !== undefined && <CartSum sums={priced.data} />}
          {order.error !== null && <ProblemNote problem={order.error} />}
          <Button type="submit" loading={order.isPending} {...unlessBlocked(whyNot)}>
            {t('books.pay')}
          </Button>
          {whyNot !== undefined && <p className="form-why-not">{whyNot}</p>}
        </form>
      </Card>
    </div>
  );
}

function Lines({ cart: { lines, currency } }: { cart: BookCart }) {
  const { t, i18n } = useTranslation();
  return (
    <ul className="cart-lines">
      {lines.map(({ bookId, title, quantity, totalCents }) => (
        <li key={bookId}>
          <strong>{title}</strong>
          <NumberInput
            aria-label={t('books.copiesOf', { title })}
            w={84}
            size="xs"
            min={1}
            max={99}
            allowDecimal={false}
            value={quantity}
            onChange={(value) => putInCart(bookId, Number(value) || 1)}
          />
          <span className="cart-price">{minorText(totalCents, currency, i18n.language)}</span>
          <button
            type="button"
            className="cart-remove"
            aria-label={`${t('schema.remove')}: ${title}`}
            onClick={() => putInCart(bookId, 0)}
          >
            {t('schema.remove')}
          </button>
        </li>
      ))}
    </ul>
  );
}
