import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportApi } from '#contract/api/reports.ts';
import { type Outage, outageExclusion } from '#contract/stations/outage.ts';
import { call } from '../../live/call.ts';
import { Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/told.tsx';

/** Says that an outage does not count against the operator, and why; or that it counts again. */
export function ExcludeDialog({ outage, onClose }: { outage: Outage; onClose: () => void }) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string>(outage.exclusion ?? 'scheduled-maintenance');
  const [reason, setReason] = useState(outage.exclusionReason ?? '');
  const exclusion = outageExclusion.safeParse(chosen).data ?? null;
  const save = useMutation({
    mutationFn: () =>
      call(reportApi.excludeOutage, { params: { id: outage.id }, body: { exclusion, reason: reason.trim() } }),
    onSuccess: () => {
      tell(t(exclusion === null ? 'reports.countsAgain' : 'reports.excluded'));
      onClose();
    },
    onSettled: async () => {
      for (const key of ['outages', 'uptime', 'reports']) await queries.invalidateQueries({ queryKey: [key] });
    },
  });
  return (
    <FormDialog
      title={t('reports.excludeTitle', { station: outage.stationId })}
      isOpen
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submit={t('form.save')}
      isSending={save.isPending}
      problem={save.error}
      whyNot={reason.trim().length < 3 ? t('reports.needReason') : undefined}
    >
      <Text size="sm">{t('reports.excludeExplain')}</Text>
      <Choice
        label={t('reports.column.counts')}
        value={chosen}
        options={[
          ...outageExclusion.options.map((each) => ({ value: each, label: t(`reports.exclusion.${each}`) })),
          { value: '', label: t('reports.counts') },
        ]}
        onChange={setChosen}
      />
      <TextInput
        label={t('reports.reason')}
        maxLength={300}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}
