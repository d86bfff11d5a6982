import { Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { billApi } from '#contract/api/bills.ts';
import type { Bill, BillEntry } from '#contract/billing/bill.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { SessionDetail } from '#contract/sessions/detail.ts';
import { call, linkTo } from '../../api/call.ts';
import { useBill } from '../../api/tariff-queries.ts';
import { useWho } from '../../api/use-who.ts';
import { useLive } from '../../live/live-provider.tsx';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { CostSteps } from '../../parts/cost-steps.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import type { Language } from '../../text/choose-language.ts';
import { decimalText, isPayable, leastAmount, moneyText, typedAmount } from '../../text/money.ts';
import { exactTime } from '../../text/time.ts';
import { useTariffWhy } from '../tariffs/assignment-words.ts';
import { useRefusedStart } from './refused-start.ts';
import './bill-card.css';

const billKinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  'session-billed',
  'session-bill-adjusted',
  'session-bill-corrected',
]);

/** What the session costs: the steps that add up, what was booked, and the paper for its driver. */
export function BillCard({ session }: { session: SessionDetail }) {
  const { t, i18n } = useTranslation();
  const { data: bill, error } = useBill(session.id);
  const [isCorrecting, setIsCorrecting] = useState(false);
  useBillLive(session.id);
  const isRunning = session.state === 'running';
  const isFinal = bill?.state === 'final';
  const isRefused = useRefusedStart(session) !== null && Number(bill?.total ?? '0') === 0;
  const whyNot = isFinal ? undefined : t(isRunning ? 'bill.whenEnded' : 'bill.nothingToCorrect');
  return (
    <Card
      title={t('bill.title')}
      className="bill"
      actions={
        <div className="bill-actions">
          <ActionButton
            scope="tariffs:change"
            variant="default"
            size="compact-sm"
            whyNot={whyNot}
            onClick={() => setIsCorrecting(true)}
          >
            {t('bill.correct')}
          </ActionButton>
          {isRunning || isRefused ? (
            <span className="quiet">{t(isRunning ? 'bill.receiptLater' : 'bill.noReceipt')}</span>
          ) : (
            <Button
              component="a"
              href={linkTo(billApi.receipt, {
                params: { id: session.id },
                query: { format: 'html', language: i18n.language as Language },
              })}
              target="_blank"
              rel="noreferrer"
              size="compact-sm"
            >
              {t('bill.receipt')}
            </Button>
          )}
        </div>
      }
    >
      {error !== null && bill === undefined && <ProblemNote problem={error} />}
      {bill === undefined && error === null && <Skeleton height={120} />}
      {bill !== undefined && <Steps bill={bill} />}
      {isCorrecting && bill !== undefined && bill.currency !== null && (
        <CorrectDialog bill={bill} onClose={() => setIsCorrecting(false)} />
      )}
    </Card>
  );
}

function Steps({ bill }: { bill: Bill }) {
  const { t, i18n } = useTranslation();
  const whyText = useTariffWhy();
  const { currency, total, tariffId, entries } = bill;
  if (bill.state === 'free' || currency === null) {
    return (
      <p>
        <strong>{t('bill.free')}</strong> {t('bill.freeHelp')} <TextLink to="/tariffs">{t('tariffs.title')}</TextLink>
      </p>
    );
  }
  const hasMore = entries.some(({ kind }) => kind !== 'charge');
  return (
    <>
      <p className="bill-tariff">
        {tariffId !== null && (
          <TextLink to="/tariffs/$id" params={{ id: tariffId }} fz="inherit">
            {t('try.tariff', { tariff: tariffId, version: bill.tariffVersion ?? 1 })}
          </TextLink>
        )}{' '}
        <span className="quiet">({whyText(bill.why)})</span>
        {bill.state === 'running' && <span className="quiet"> · {t('bill.untilNow')}</span>}
      </p>
      {bill.cost !== null && <CostSteps cost={bill.cost} timeZone={bill.timeZone} />}
      {hasMore && (
        <>
          <h3>{t('bill.entries')}</h3>
          <ul className="bill-entries">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} currency={currency} />
            ))}
            {total !== null && (
              <li className="bill-total">
                <span>{t('bill.pays')}</span>
                <span>{moneyText(total, currency, i18n.language)}</span>
              </li>
            )}
          </ul>
        </>
      )}
    </>
  );
}

function Entry({ entry: { kind, at, amount, reason, principal }, currency }: { entry: BillEntry; currency: string }) {
  const { t, i18n } = useTranslation();
  const who = useWho();
  return (
    <li>
      <span>
        {t(`bill.kind.${kind}`)}
        <small>
          {[exactTime(at, i18n.language), principal === null ? null : t('form.by', { who: who(principal) }), reason]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <span>{moneyText(amount, currency, i18n.language)}</span>
    </li>
  );
}

/** A session is booked a moment after its end; the ledger tells when. */
function useBillLive(sessionId: string): void {
  const { feed } = useLive();
  const queries = useQueryClient();
  useEffect(
    () =>
      feed.listen({
        onEvent: ({ kind, body }) => {
          const isThis = body['sessionId'] === undefined || body['sessionId'] === sessionId;
          if (billKinds.has(kind) && isThis)
            void queries.invalidateQueries({ queryKey: ['session', sessionId, 'bill'] });
        },
      }),
    [feed, queries, sessionId],
  );
}

/** Books a correction beside what was booked: nothing is changed, and who did it and why stays visible. */
function CorrectDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const { draft, text, choice } = useDraft({ way: 'back', amount: '', reason: '' });
  const currency = bill.currency ?? '';
  const money = (total: string | null) => moneyText(total ?? '0', currency, i18n.language);
  const amount = typedAmount(draft.amount);
  const reason = draft.reason.trim();
  const correct = useChange({
    send: () =>
      call(billApi.correct, {
        params: { id: bill.sessionId },
        body: { amount: draft.way === 'back' ? `-${amount ?? '0'}` : (amount ?? '0'), reason },
      }),
    said: ({ total }) => t('bill.corrected', { total: money(total) }),
    onDone: (after) => {
      queries.setQueryData(['session', bill.sessionId, 'bill'], after);
      onClose();
    },
  });
  const whyNot =
    amount === null || Number(amount) === 0
      ? t('form.notAnAmount')
      : !isPayable(amount, currency)
        ? t('bill.tooFine', { currency, least: decimalText(leastAmount(currency), i18n.language) })
        : reason.length < 3
          ? t('reports.needReason')
          : undefined;
  return (
    <FormDialog
      title={t('bill.correctTitle')}
      submit={t('bill.correctSubmit')}
      save={correct}
      onClose={onClose}
      explain={t('bill.correctExplain', { total: money(bill.total) })}
      whyNot={whyNot}
    >
      <SegmentedControl
        data={[
          { value: 'back', label: t('bill.giveBack') },
          { value: 'more', label: t('bill.chargeMore') },
        ]}
        {...choice('way')}
      />
      <TextInput label={t('bill.amount', { currency })} inputMode="decimal" data-autofocus {...text('amount')} />
      <TextInput label={t('reports.reason')} description={t('bill.reasonHelp')} maxLength={300} {...text('reason')} />
    </FormDialog>
  );
}
