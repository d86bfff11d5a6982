import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Body } from '#contract/api/define-api.ts';
import { tariffApi } from '#contract/api/tariffs.ts';
import type { Tariff } from '#contract/billing/tariff.ts';
import type { TariffTerms } from '#contract/billing/tariff-terms.ts';
import { call } from '../../api/call.ts';
import { Card } from '../../parts/card.tsx';
import { isCurrency } from '../../text/currency.ts';
import { amountInField, typedAmount } from '../../text/money.ts';
import {
  type DrawnDraft,
  type DrawnPrice,
  drawnTerms,
  maxPrices,
  newPrice,
  whyNotDrawn,
  withoutPrice,
} from './drawn-tariff.ts';
import { usePriceWords } from './price-words.ts';
import { SubmitButton } from './tariff-editor.tsx';
import { TariffProblems } from './tariff-problems.tsx';
import { rowColour } from './week-chart.tsx';
import { WeekPainter } from './week-painter.tsx';

type Props = {
  draft: DrawnDraft;
  onDraft: (draft: DrawnDraft) => void;
  id: string;
  /** Of the version before: what cannot be drawn stays as it was. */
  kept?: TariffTerms;
  submit: string;
  whyNot?: string | undefined;
  onSaved: (tariff: Tariff) => Promise<void> | void;
  above?: ReactNode;
  below?: ReactNode;
};

/** A tariff that is drawn: prices in colours, and a week that is painted with them. */
export function DrawEditor({ draft, onDraft, id, kept, submit, whyNot, onSaved, above, below }: Props) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const words = usePriceWords();
  const [brush, setBrush] = useState(0);
  const reason = whyNotDrawn(draft);
  const terms = reason === null ? drawnTerms(draft, kept) : null;
  const save = useMutation({
    mutationFn: (made: Body<typeof tariffApi.add>) => call(tariffApi.add, { body: made }),
    onSuccess: async (tariff) => {
      await queries.invalidateQueries({ queryKey: ['tariffs'] });
      await onSaved(tariff);
    },
  });
  const told = reason === null ? whyNot : t(`tariff.whyNot.${reason.reason}`, reason);
  const chosen = Math.min(brush, draft.prices.length - 1);
  return (
    <form
      className="tariff-editor"
      onSubmit={(event) => {
        event.preventDefault();
        if (terms !== null && whyNot === undefined) save.mutate({ ...terms, id });
      }}
    >
      <section className="card">
        {above}
        <WeekPainter
          week={draft.week}
          names={draft.prices.map((price) => brushName(price, i18n.language))}
          brush={chosen}
          onBrush={setBrush}
          onChange={(week) => onDraft({ ...draft, week })}
        />
      </section>
      <div className="columns-two">
        <section className="card">
          <Brushes draft={draft} chosen={chosen} onChoose={setBrush} onDraft={onDraft} />
          {below}
          {save.error !== null && <TariffProblems problem={save.error} />}
          <SubmitButton whyNot={told} isSending={save.isPending}>
            {submit}
          </SubmitButton>
        </section>
        <Card title={t('tariff.preview')}>
          {terms === null ? (
            <p className="quiet">{t('tariff.previewWaits')}</p>
          ) : (
            <ul className="price-rows" aria-live="polite">
              {terms.prices.map((row, place) => (
                <li key={`${row.days?.join('')} ${row.hours}`}>{words.row(terms, place)}</li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </form>
  );
}

function brushName({ name, perKwh }: DrawnPrice, language: string): string {
  return typedAmount(perKwh) === null ? name : `${name}, ${amountInField(perKwh, language)}`;
}

type BrushesProps = {
  draft: DrawnDraft;
  chosen: number;
  onChoose: (price: number) => void;
  onDraft: (draft: DrawnDraft) => void;
};

/** The prices to paint with, and what else a session costs. */
function Brushes({ draft, chosen, onChoose, onDraft }: BrushesProps) {
  const { t } = useTranslation();
  const change = (place: number, part: Partial<DrawnPrice>) =>
    onDraft({
      ...draft,
      prices: draft.prices.map((price, each) => (each === place ? { ...price, ...part } : price)),
    });
  const hasIdle = draft.prices.some(({ perIdleMinute }) => perIdleMinute.trim() !== '');
  return (
    <>
      <fieldset className="brushes">
        <legend>{t('tariff.draw.brushes')}</legend>
        {draft.prices.map((price, place) => (
          <div key={place} className="brush" data-chosen={place === chosen}>
            <label className="brush-pick">
              <input
                type="radio"
                name="brush"
                checked={place === chosen}
                onChange={() => onChoose(place)}
                aria-label={t('tariff.draw.pick', { name: price.name })}
              />
              <span className={`week-mark ${rowColour(place)}`} />
            </label>
            <TextInput
              label={t('tariff.draw.name')}
              maxLength={60}
              value={price.name}
              onChange={({ currentTarget }) => change(place, { name: currentTarget.value })}
            />
            <Amount
              label={t('tariff.form.perKwh')}
              value={price.perKwh}
              isNeeded
              onChange={(perKwh) => change(place, { perKwh })}
            />
            <Amount
              label={t('tariff.draw.perMinute')}
              value={price.perMinute}
              onChange={(perMinute) => change(place, { perMinute })}
            />
            <Amount
              label={t('tariff.draw.perIdleMinute')}
              value={price.perIdleMinute}
              onChange={(perIdleMinute) => change(place, { perIdleMinute })}
            />
            {draft.prices.length > 1 && (
              <Button
                variant="default"
                size="compact-md"
                fz="sm"
                aria-label={t('tariff.draw.removeNamed', { name: price.name })}
                onClick={() => {
                  onChoose(0);
                  onDraft(withoutPrice(draft, place));
                }}
              >
                {t('tariff.draw.remove')}
              </Button>
            )}
          </div>
        ))}
      </fieldset>
      {draft.prices.length < maxPrices && (
        <Button
          mt="sm"
          variant="default"
          onClick={() => {
            const name = t('tariff.draw.another', { number: draft.prices.length + 1 });
            onDraft({ ...draft, prices: [...draft.prices, newPrice(name)] });
            onChoose(draft.prices.length);
          }}
        >
          {t('tariff.draw.add')}
        </Button>
      )}
      <div className="form-row draw-also">
        <TextInput
          label={t('tariff.form.currency')}
          maxLength={20}
          value={draft.currency}
          error={draft.currency === '' || isCurrency(draft.currency.trim()) ? null : t('form.noCurrency')}
          onChange={({ currentTarget }) => onDraft({ ...draft, currency: currentTarget.value.toUpperCase() })}
        />
        <Amount
          label={t('tariff.form.sessionFee')}
          value={draft.sessionFee}
          onChange={(sessionFee) => onDraft({ ...draft, sessionFee })}
        />
        {hasIdle && (
          <TextInput
            label={t('tariff.form.grace')}
            inputMode="numeric"
            value={draft.graceMinutes}
            onChange={({ currentTarget }) => onDraft({ ...draft, graceMinutes: currentTarget.value })}
          />
        )}
      </div>
    </>
  );
}

type AmountProps = { label: string; value: string; isNeeded?: boolean; onChange: (typed: string) => void };

/** What is no amount is said while it is typed. */
function Amount({ label, value, isNeeded = false, onChange }: AmountProps) {
  const { t, i18n } = useTranslation();
  const isWrong = value.trim() !== '' && typedAmount(value) === null;
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      required={isNeeded}
      value={amountInField(value, i18n.language)}
      error={isWrong ? t('form.notAnAmount') : null}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
