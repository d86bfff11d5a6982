import { TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bookApi } from '#contract/api/books.ts';
import type { BookOrder } from '#contract/bookshop/book.ts';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { Card } from '../../parts/card.tsx';
import { Fact } from '../../parts/facts.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import './books.css';
import { minorText } from '../../text/money.ts';
import { CartSum } from './cart-sum.tsx';
import { OrderChip, stateOf } from './order-chip.tsx';

const route = getRouteApi('/books/orders/$id');

export function OrderPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <OfOne
      query={useRead(['book-orders', id], bookApi.getOrder, { params: { id } })}
      gone={t('books.orderNotThere')}
      back={
        <ButtonLink to="/books" search={{ tab: 'orders' }}>
          {t('books.allOrders')}
        </ButtonLink>
      }
    >
      {(order) => <Loaded order={order} />}
    </OfOne>
  );
}

function Loaded({ order }: { order: BookOrder }) {
  const { t, i18n } = useTranslation();
  const [step, setStep] = useState<'shipped' | 'delivered' | null>(null);
  const state = stateOf(order.steps);
  return (
    <>
      <BackLink to="/books" search={{ tab: 'orders' }}>
        {t('books.allOrders')}
      </BackLink>
      <PageHead title={t('books.orderNumber', { number: order.number })}>
        <ActionButton
          scope="books:orders"
          variant="default"
          whyNot={state === 'placed' ? undefined : t(`books.whyNot.${state}`)}
          onClick={() => setStep('shipped')}
        >
          {t('books.ship')}
        </ActionButton>
        <ActionButton
          scope="books:orders"
          variant="default"
          whyNot={state === 'delivered' ? t('books.whyNot.delivered') : undefined}
          onClick={() => setStep('delivered')}
        >
          {t('books.deliver')}
        </ActionButton>
      </PageHead>
      <div className="columns-two">
        <Card title={t('books.tab.shelf')}>
          <ul className="cart-lines">
            {order.lines.map(({ id, bookId, title, quantity, totalCents }) => (
              <li key={id}>
                <TextLink to="/books/$id" params={{ id: bookId }} fz="inherit">
                  {title}
                </TextLink>
                <span>{t('books.copies', { count: quantity })}</span>
                <span className="cart-price">{minorText(totalCents, order.currency, i18n.language)}</span>
              </li>
            ))}
          </ul>
          <CartSum sums={order} />
        </Card>
        <Card title={t('books.delivery')}>
          <dl className="facts">
            <Fact name={t('devices.column.state')}>
              <OrderChip order={order} />
            </Fact>
            <Fact name={t('books.placed')}>
              <Moment time={order.placedAt} says="ago" />
            </Fact>
            <Fact name={t('books.shipping')}>{t(`books.shippings.${order.shipping}`)}</Fact>
            {order.destination !== null && (
              <Fact name={t('books.destination')}>{Object.values(order.destination).join(', ')}</Fact>
            )}
            {order.steps.map((each) => (
              <Fact key={each.id} name={t(`books.state.${each.kind}`)}>
                <Moment time={each.at} says="ago" />
                <small>{[each.carrier, each.trackingNumber].filter(Boolean).join(' · ')}</small>
              </Fact>
            ))}
          </dl>
        </Card>
      </div>
      {step !== null && <StepDialog order={order} kind={step} onClose={() => setStep(null)} />}
    </>
  );
}

type StepProps = { order: BookOrder; kind: 'shipped' | 'delivered'; onClose: () => void };

function StepDialog({ order: { id, number }, kind, onClose }: StepProps) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ carrier: '', trackingNumber: '' });
  const [carrier, trackingNumber] = [draft.carrier.trim(), draft.trackingNumber.trim()];
  const record = useChange({
    send: () =>
      call(bookApi.addOrderStep, {
        params: { id },
        body: { kind, ...(carrier !== '' && { carrier }), ...(trackingNumber !== '' && { trackingNumber }) },
      }),
    touches: ['book-orders'],
    said: () => t('books.stepSaved', { number }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t(kind === 'shipped' ? 'books.ship' : 'books.deliver')}
      submit={t('form.save')}
      save={record}
      onClose={onClose}
      explain={t('books.stepExplain')}
    >
      {kind === 'shipped' && (
        <>
          <TextInput label={t('books.carrier')} maxLength={60} {...text('carrier')} />
          <TextInput label={t('books.tracking')} maxLength={60} {...text('trackingNumber')} />
        </>
      )}
    </FormDialog>
  );
}
