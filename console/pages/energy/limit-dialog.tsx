import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { energyApi } from '#contract/api/energy.ts';
import type { EnergyPlan } from '#contract/energy/energy-plan.ts';
import type { StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import { call } from '../../api/call.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Choice } from '../../parts/choice.tsx';
import { DayAndTimeField } from '../../parts/date-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { DifferenceView } from './difference-view.tsx';
import { limitDraft, limitOf } from './limit-draft.ts';
import { limitSteps } from './plan-picture.ts';
import { nodeName } from './site-drawing.ts';

type Props = { settings: StoredSiteEnergy; plan: EnergyPlan | undefined; onClose: () => void };

/** A limit for a while, of any node; what it would do to the cars can be seen before it holds. */
export function LimitDialog({ settings, plan, onClose }: Props) {
  const { t } = useTranslation();
  const { nodes } = settings.tree;
  const root = nodes.find(({ parentId }) => parentId === null);
  const { draft, text, choice } = useDraft(() => limitDraft(root?.id ?? ''));
  const read = limitOf(draft);
  const limit = 'limit' in read ? read.limit : null;
  const whyNot = 'whyNot' in read ? t(`energy.limits.whyNot.${read.whyNot}`) : undefined;
  const params = { id: settings.siteId };
  const save = useChange({
    send: async () => {
      if (limit !== null) await call(energyApi.setLimit, { params, body: limit });
    },
    touches: ['energy'],
    said: () => t('energy.limits.saved'),
    onDone: onClose,
  });
  const preview = useChange({
    send: () => call(energyApi.preview, { params, body: { limits: limit === null ? [] : [limit] } }),
  });
  return (
    <FormDialog
      title={t('energy.limits.title')}
      submit={t('energy.limits.save')}
      save={{ ...save, error: save.error ?? preview.error }}
      onClose={onClose}
      size={preview.data === undefined ? 'lg' : 'xl'}
      explain={t('energy.limits.explain')}
      whyNot={whyNot}
    >
      <div className="form-row">
        <Choice
          label={t('energy.limits.node')}
          options={nodes.map((node) => ({ value: node.id, label: nodeName(node) }))}
          {...choice('nodeId')}
        />
        <TextInput label={t('energy.limits.amount')} inputMode="decimal" data-autofocus {...text('amount')} />
        <Choice
          label={t('energy.limits.unit')}
          options={[
            { value: 'A', label: t('energy.limits.perLine') },
            { value: 'kW', label: 'kW' },
          ]}
          {...choice('unit')}
        />
      </div>
      <div className="form-row">
        <DayAndTimeField
          label={t('energy.limits.from')}
          description={t('energy.limits.fromHelp')}
          {...choice('from')}
        />
        <DayAndTimeField
          label={t('energy.limits.until')}
          description={t('energy.limits.untilHelp')}
          {...choice('until')}
        />
      </div>
      <TextInput
        label={t('energy.limits.why')}
        placeholder={t('energy.limits.whyHint')}
        maxLength={200}
        {...text('why')}
      />
      {plan !== undefined && (
        <div className="energy-buttons">
          <Button variant="light" loading={preview.isPending} {...unlessBlocked(whyNot, () => preview.mutate())}>
            {t('energy.what.see')}
          </Button>
        </div>
      )}
      {plan !== undefined && preview.data !== undefined && (
        <DifferenceView
          before={plan}
          after={preview.data}
          limit={(span) => limitSteps(settings, limit === null ? [] : [limit], span)}
        />
      )}
    </FormDialog>
  );
}
