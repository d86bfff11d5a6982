import { NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ruleApi } from '#contract/api/rules.ts';
import type { StoredRule } from '#contract/automation/rule.ts';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';

type Props = { stored: StoredRule; onClose: () => void };

/** A person lets the rule act by itself: the very wording that is shown here, for so many days. */
export function ApproveDialog({ stored, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const [days, setDays] = useState(30);
  const { id, hash, sentence, rule } = stored;
  const { data } = useRead(['rules', 'current', id], ruleApi.get, { params: { id } });
  const save = useChange({
    send: () => call(ruleApi.approve, { params: { id }, body: { hash, days } }),
    touches: ['rules'],
    said: () => t('rules.approved', { name: rule.name, count: days }),
    onDone: onClose,
  });
  const whyNot = data !== undefined && data.hash !== hash ? t('rules.changedSince') : undefined;
  return (
    <FormDialog
      title={t('rules.approveTitle', { name: rule.name })}
      submit={t('rules.approve')}
      save={save}
      whyNot={whyNot}
      onClose={onClose}
      explain={t('rules.approveExplain')}
    >
      <Text fw={600}>{sentence[i18n.language === 'pt-BR' ? 'pt-BR' : 'en']}</Text>
      <Text size="sm">
        {t('rules.limits', {
          perDay: rule.limits.runsPerDay,
          coolDown: rule.limits.coolDownMinutes,
          perStation: rule.limits.perStationPerDay,
        })}
      </Text>
      <NumberInput
        allowDecimal={false}
        label={t('rules.days')}
        min={1}
        max={90}
        value={days}
        onChange={(value) => setDays(Number(value) || 1)}
      />
    </FormDialog>
  );
}
