import { Button, Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { energyApi } from '#contract/api/energy.ts';
import type { EnergyPlan, PlannedCar } from '#contract/energy/energy-plan.ts';
import { call } from '../../api/call.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Choice } from '../../parts/choice.tsx';
import { useNow } from '../../parts/clock.ts';
import { FormDialog, MoreFields } from '../../parts/form-dialog.tsx';
import { TimeField } from '../../parts/time-field.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { DifferenceView } from './difference-view.tsx';
import { needDraft, needOf } from './need-draft.ts';
import type { Step } from './plan-picture.ts';
import { usePlanWords } from './use-plan-words.ts';

type Props = {
  plan: EnergyPlan;
  car: PlannedCar;
  limit: (span: { from: number; to: number }) => Step[];
  onClose: () => void;
};

/** What a car needs, such as 80 % by 07:00; the plan with it can be seen before anything changes. */
export function NeedDialog({ plan, car, limit, onClose }: Props) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const now = useNow('calm');
  const { draft, text, tick, choice } = useDraft(() => needDraft(car.need));
  const sessionId = car.sessionId ?? '';
  const read = needOf(draft, { now, former: car.need });
  const whyNot = 'whyNot' in read ? t(`energy.need.whyNot.${read.whyNot}`) : undefined;
  const body = 'need' in read ? read.need : null;
  const name = words.car(car);
  const save = useChange({
    send: async () => {
      if (body !== null) await call(energyApi.setNeed, { params: { id: sessionId }, body });
    },
    touches: ['energy'],
    said: () => t('energy.need.saved', { name }),
    onDone: onClose,
  });
  const forget = useChange({
    send: () => call(energyApi.removeNeed, { params: { id: sessionId } }),
    touches: ['energy'],
    said: () => t('energy.need.forgotten', { name }),
    onDone: onClose,
  });
  const preview = useChange({
    send: () =>
      call(energyApi.preview, {
        params: { id: plan.siteId },
        body: { needs: body === null ? [] : [{ sessionId, need: body }] },
      }),
  });
  return (
    <FormDialog
      title={t('energy.need.title', { name })}
      submit={t('energy.need.save')}
      save={{ ...save, error: save.error ?? forget.error ?? preview.error }}
      onClose={onClose}
      size={preview.data === undefined ? 'lg' : 'xl'}
      whyNot={whyNot}
    >
      <div className="form-row">
        <Choice
          label={t('energy.need.wants')}
          options={[
            { value: 'percent', label: t('energy.need.wantsPercent') },
            { value: 'energy', label: t('energy.need.wantsEnergy') },
          ]}
          {...choice('wants')}
        />
        {draft.wants === 'percent' ? (
          <TextInput label={t('energy.need.percent')} inputMode="decimal" data-autofocus {...text('percent')} />
        ) : (
          <TextInput label={t('energy.need.energy')} inputMode="decimal" {...text('energyKwh')} />
        )}
        <TimeField label={t('energy.need.until')} {...choice('by')} />
      </div>
      {body !== null && body !== undefined && body.departsAt !== null && (
        <p className="quiet energy-hint">{t('energy.need.untilIs', { time: words.time(body.departsAt) })}</p>
      )}
      <div className="form-row">
        <TextInput
          label={t('energy.need.minimum')}
          description={t('energy.need.minimumHelp')}
          inputMode="decimal"
          {...text('minKwh')}
        />
        <Choice
          label={t('energy.need.priority')}
          description={t('energy.need.priorityHelp')}
          options={['0.3', '1', '3', '10'].map((value) => ({
            value,
            label: t(`energy.priority.${priorityNames[value] ?? 'normal'}`),
          }))}
          {...choice('priority')}
        />
      </div>
      <MoreFields title={t('energy.need.batteryTitle')}>
        <div className="form-row">
          <TextInput label={t('energy.need.arrival')} inputMode="decimal" {...text('arrivalPercent')} />
          <TextInput label={t('energy.need.capacity')} inputMode="decimal" {...text('capacityKwh')} />
        </div>
        <Checkbox label={t('energy.need.discharge')} {...tick('allowsDischarge')} />
        {draft.allowsDischarge && (
          <TextInput label={t('energy.need.reserve')} inputMode="decimal" {...text('reservePercent')} />
        )}
      </MoreFields>
      <div className="energy-buttons">
        <Button variant="light" loading={preview.isPending} {...unlessBlocked(whyNot, () => preview.mutate())}>
          {t('energy.what.see')}
        </Button>
        {(car.need?.stated ?? null) !== null && (
          <ActionButton
            scope="sites:change"
            variant="default"
            size="sm"
            loading={forget.isPending}
            onClick={() => forget.mutate()}
          >
            {t('energy.need.forget')}
          </ActionButton>
        )}
      </div>
      {preview.data !== undefined && <DifferenceView before={plan} after={preview.data} limit={limit} />}
    </FormDialog>
  );
}

const priorityNames: Record<string, 'low' | 'normal' | 'high' | 'highest'> = {
  '0.3': 'low',
  '1': 'normal',
  '3': 'high',
  '10': 'highest',
};
