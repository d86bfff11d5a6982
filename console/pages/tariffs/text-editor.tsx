import { Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { tariffApi } from '#contract/api/tariffs.ts';
import type { Tariff } from '#contract/billing/tariff.ts';
import { call } from '../../api/call.ts';
import { Card } from '../../parts/card.tsx';
import { SubmitButton } from './tariff-editor.tsx';
import { TariffProblems, tariffProblemsOf } from './tariff-problems.tsx';
import { WeekChart } from './week-chart.tsx';

type Props = {
  text: string;
  onText: (text: string) => void;
  submit: string;
  whyNot?: string | undefined;
  onSaved: (tariff: Tariff) => Promise<void> | void;
  /** Under the text: where it holds. */
  below?: ReactNode;
};

/** Seen while nothing is written. */
const example = `id: night
currency: BRL
prices:
  - name: Day
    hours: 06:00-22:00
    perKwh: 1.90
  - name: Night
    hours: 22:00-06:00
    perKwh: 1.20`;

const patienceMs = 600;

/** A tariff as text. It is read while one writes, and what is wrong stands beside its line. */
export function TextEditor({ text, onText, submit, whyNot, onSaved, below }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const area = useRef<HTMLTextAreaElement>(null);
  const check = useMutation({
    mutationFn: (read: string) => call(tariffApi.addText, { body: { text: read, isDryRun: true } }),
  });
  const { mutate } = check;
  useEffect(() => {
    if (text.trim() === '' || whyNot !== undefined) return;
    const timer = setTimeout(() => mutate(text), patienceMs);
    return () => clearTimeout(timer);
  }, [text, whyNot, mutate]);
  const save = useMutation({
    mutationFn: (read: string) => call(tariffApi.addText, { body: { text: read } }),
    onSuccess: async (tariff) => {
      await queries.invalidateQueries({ queryKey: ['tariffs'] });
      await onSaved(tariff);
    },
  });
  const isRead = check.variables === text && !check.isPending;
  const failed = save.error ?? (isRead ? check.error : null);
  const terms = isRead ? check.data?.current?.terms : undefined;
  const wrongLines = new Set(tariffProblemsOf(failed)?.map(({ line }) => line) ?? []);
  const lines = text.split('\n').length;

  function goTo(line: number) {
    const start =
      text
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0);
    const end = text.indexOf('\n', start);
    area.current?.focus();
    area.current?.setSelectionRange(start, end < 0 ? text.length : end);
  }

  const told =
    whyNot ??
    (text.trim() === ''
      ? t('tariff.textEmpty')
      : tariffProblemsOf(failed) === null
        ? undefined
        : t('tariff.textWrong'));
  return (
    <form
      className="columns-two"
      onSubmit={(event) => {
        event.preventDefault();
        if (told === undefined) save.mutate(text);
      }}
    >
      <section className="card">
        <p className="quiet tariff-text-help">{t('tariff.textHelp')}</p>
        <div className="tariff-text">
          <ol className="tariff-lines" aria-hidden="true">
            {Array.from({ length: lines }, (_, place) => (
              <li key={place} className={wrongLines.has(place + 1) ? 'line-wrong' : undefined}>
                {place + 1}
              </li>
            ))}
          </ol>
          <Textarea
            ref={area}
            aria-label={t('tariff.text')}
            value={text}
            placeholder={example}
            autosize
            minRows={18}
            spellCheck={false}
            wrap="off"
            onChange={({ currentTarget }) => {
              save.reset();
              onText(currentTarget.value);
            }}
          />
        </div>
        {below}
        <SubmitButton whyNot={told} isSending={save.isPending}>
          {submit}
        </SubmitButton>
      </section>
      <div aria-live="polite">
        {failed !== null && <TariffProblems problem={failed} onLine={goTo} />}
        {failed === null && isRead && check.isSuccess && <p className="tariff-fine">{t('tariff.textFine')}</p>}
        {terms !== undefined && (
          <Card title={t('tariff.preview')}>
            <WeekChart terms={terms} />
          </Card>
        )}
      </div>
    </form>
  );
}
