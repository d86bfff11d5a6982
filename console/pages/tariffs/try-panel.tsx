import { Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tariffApi } from '#contract/api/tariffs.ts';
import type { TariffDetail } from '#contract/billing/tariff.ts';
import { call } from '../../api/call.ts';
import { again } from '../../api/queries.ts';
import { useSites } from '../../api/site-queries.ts';
import { useAssignments } from '../../api/tariff-queries.ts';
import { Card } from '../../parts/card.tsx';
import { byName, Choice } from '../../parts/choice.tsx';
import { CostSteps } from '../../parts/cost-steps.tsx';
import { DayAndTimeField } from '../../parts/date-field.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { fromClockOf, toClockOf } from '../../text/local-time.ts';
import { typedAmount } from '../../text/money.ts';
import { SubmitButton } from './tariff-editor.tsx';

/** A session that nobody had, and what it would cost, step by step. */
export function TryPanel({ tariff }: { tariff: TariffDetail }) {
  const { t } = useTranslation();
  const sites = useSites().data?.sites ?? [];
  const { draft, change, text } = useDraft({
    minutes: '120',
    kwh: '20',
    idle: '0',
    siteId: null as string | null,
    begins: null as string | null,
  });
  const { minutes, kwh, idle } = draft;
  const [now] = useState(() => new Date().toISOString());
  const held = useAssignments().data?.assignments.filter(({ tariffId }) => tariffId === tariff.id) ?? [];
  const siteId = draft.siteId ?? held.find((each) => each.siteId !== null)?.siteId ?? '';
  const ownZone = useOwnZone(tariff);
  const zone = sites.find(({ id }) => id === siteId)?.timeZone ?? ownZone;
  const begins = draft.begins ?? toClockOf(zone, now);
  const trial = useMutation({
    mutationFn: () =>
      call(tariffApi.try, {
        params: { id: tariff.id },
        body: {
          startedAt: fromClockOf(zone, begins) ?? now,
          minutes: Number(minutes),
          kwh: typedAmount(kwh) ?? '0',
          idleMinutes: Number(idle),
          ...(siteId === '' ? {} : { siteId }),
        },
      }),
  });
  const isWhole = (text: string) => /^\d{1,6}$/.test(text.trim());
  const whyNot =
    fromClockOf(zone, begins) === null
      ? t('tariff.try.needTime')
      : !isWhole(minutes) || !isWhole(idle)
        ? t('tariff.try.needMinutes')
        : typedAmount(kwh) === null
          ? t('tariff.try.needKwh')
          : Number(idle) > Number(minutes)
            ? t('tariff.try.idleTooLong')
            : undefined;
  return (
    <div className="columns-two">
      <div aria-live="polite">
        {trial.error !== null && <ProblemNote problem={trial.error} />}
        {trial.data === undefined && trial.error === null && (
          <section className="card quiet">{t('tariff.try.help')}</section>
        )}
        {trial.data !== undefined && (
          <Card title={t('tariff.try.cost', { version: trial.data.version, zone: trial.data.timeZone })}>
            <CostSteps cost={trial.data} timeZone={trial.data.timeZone} />
          </Card>
        )}
      </div>
      <form
        className="card"
        aria-label={t('tariff.tab.try')}
        onSubmit={(event) => {
          event.preventDefault();
          if (whyNot === undefined) trial.mutate();
        }}
      >
        <Stack gap="md">
          <DayAndTimeField
            label={t('tariff.try.begins')}
            description={t('tariff.try.beginsBy', { zone })}
            value={begins}
            onChange={(begins) => change({ begins })}
          />
          <TextInput label={t('tariff.try.minutes')} inputMode="numeric" {...text('minutes')} />
          <TextInput label={t('tariff.try.idle')} inputMode="numeric" {...text('idle')} />
          <TextInput label={t('tariff.try.kwh')} inputMode="decimal" {...text('kwh')} />
          {sites.length > 0 && (
            <Choice
              label={t('tariff.try.clock')}
              value={siteId}
              none={t('tariff.try.ownClock')}
              options={byName(sites)}
              onChange={(id) => change({ siteId: id })}
            />
          )}
          <SubmitButton whyNot={whyNot} isSending={trial.isPending}>
            {t('tariff.try.submit')}
          </SubmitButton>
        </Stack>
      </form>
    </div>
  );
}

/** Only an answer tells by which clock the installation goes; until then the browser's is the best guess. */
function useOwnZone({ id, versions }: TariffDetail): string {
  const startedAt = versions[0]?.validFrom ?? new Date().toISOString();
  const { data } = useQuery({
    queryKey: ['tariffs', id, 'zone'],
    queryFn: () => call(tariffApi.try, { params: { id }, body: { startedAt, minutes: 0, kwh: '0', idleMinutes: 0 } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: again,
  });
  return data?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
