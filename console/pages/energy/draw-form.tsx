import { Button, Checkbox, Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { energyApi } from '#contract/api/energy.ts';
import { type EnergyMode, energyMode, type SiteEnergy, siteEnergy } from '#contract/energy/site-energy.ts';
import { call } from '../../api/call.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useMay } from '../../parts/use-may.ts';
import { BatteryFields } from './battery-fields.tsx';
import { type Issues, IssuesContext, issuesOf } from './issues.ts';
import { MeterList } from './meter-fields.tsx';
import { NumberField, useIssueText } from './number-field.tsx';
import type { StationEvses } from './site-drawing.ts';
import { TreeEditor } from './tree-editor.tsx';

type Props = {
  siteId: string;
  stations: readonly StationEvses[];
  draft: SiteEnergy;
  onDraft: (draft: SiteEnergy) => void;
  onSaved: () => void;
};

const hertz = [50, 60] as const;

/** The whole drawing, checked by the contract's own schema while one types. */
export function DrawForm({ siteId, stations, draft, onDraft, onSaved }: Props) {
  const { t } = useTranslation();
  const may = useMay('sites:change');
  const read = siteEnergy.safeParse(draft);
  const issues = issuesOf(read);
  const change = (part: Partial<SiteEnergy>) => onDraft({ ...draft, ...part });
  const save = useChange({
    send: async () => {
      if (read.success) await call(energyApi.set, { params: { id: siteId }, body: read.data });
    },
    touches: ['energy'],
    said: () => t('energy.draw.saved'),
    onDone: onSaved,
  });
  const whyNot = useWhyNot(issues) ?? may.told;
  return (
    <IssuesContext value={issues}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (whyNot === undefined) save.mutate();
        }}
      >
        <Card title={t('energy.draw.tree')}>
          <p className="quiet energy-about">{t('energy.draw.treeHelp')}</p>
          <TreeEditor settings={draft} stations={stations} onChange={onDraft} />
        </Card>
        <Card title={t('energy.mode.title')}>
          <Radio.Group
            aria-label={t('energy.mode.title')}
            value={draft.mode}
            onChange={(mode) => change({ mode: energyMode.parse(mode) })}
          >
            <Stack gap="xs">
              {(['control', 'plan', 'off'] as const satisfies readonly EnergyMode[]).map((mode) => (
                <Radio
                  key={mode}
                  value={mode}
                  label={t(`energy.mode.${mode}`)}
                  description={t(`energy.mode.${mode}Help`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        </Card>
        <MeterList meters={draft.meters} nodes={draft.tree.nodes} onChange={(meters) => change({ meters })} />
        <BatteryFields settings={draft} onChange={(battery) => change({ battery })} />
        <Card title={t('energy.cars')}>
          <div className="form-row">
            <NumberField
              label={t('energy.draw.capacity')}
              description={t('energy.draw.capacityHelp')}
              value={draft.defaultCapacityWh}
              scale={1000}
              path="defaultCapacityWh"
              onChange={(value) => change({ defaultCapacityWh: value ?? Number.NaN })}
            />
            <NumberField
              label={t('energy.draw.arrival')}
              description={t('energy.draw.arrivalHelp')}
              value={draft.defaultArrivalPercent}
              path="defaultArrivalPercent"
              onChange={(value) => change({ defaultArrivalPercent: value ?? Number.NaN })}
            />
            <NumberField
              label={t('energy.draw.ramp')}
              description={t('energy.draw.rampHelp')}
              value={draft.maxRampWPerMinute}
              scale={1000}
              path="maxRampWPerMinute"
              onChange={(maxRampWPerMinute) => change({ maxRampWPerMinute })}
            />
          </div>
          <label className="energy-caution">
            <span>{t('energy.draw.caution')}</span>
            <input
              type="range"
              min={0}
              max={1}
              step={0.1}
              value={draft.caution}
              onChange={({ currentTarget }) => change({ caution: Number(currentTarget.value) })}
            />
            <span className="energy-caution-ends">
              <span>{t('energy.draw.cheapest')}</span>
              <span>{t('energy.draw.safest')}</span>
            </span>
          </label>
          <Checkbox
            label={t('energy.draw.discharge')}
            description={t('energy.draw.dischargeHelp')}
            checked={draft.allowsDischarge}
            onChange={({ currentTarget }) => change({ allowsDischarge: currentTarget.checked })}
          />
          {draft.allowsDischarge && (
            <div className="form-row">
              <NumberField
                label={t('energy.draw.wear')}
                description={t('energy.draw.wearHelp')}
                value={draft.dischargeWearPerKwh}
                path="dischargeWearPerKwh"
                onChange={(value) => change({ dischargeWearPerKwh: value ?? Number.NaN })}
              />
              <NumberField
                label={t('energy.draw.efficiency')}
                description={t('energy.draw.efficiencyHelp')}
                value={draft.dischargeEfficiency}
                path="dischargeEfficiency"
                onChange={(value) => change({ dischargeEfficiency: value ?? Number.NaN })}
              />
            </div>
          )}
          <Checkbox
            mt="sm"
            label={t('energy.draw.frequency')}
            description={t('energy.draw.frequencyHelp')}
            checked={draft.answersFrequency}
            onChange={({ currentTarget }) => change({ answersFrequency: currentTarget.checked })}
          />
          {draft.answersFrequency && (
            <Choice
              label={t('energy.draw.hertz')}
              description={t('energy.draw.hertzHelp')}
              value={String(draft.gridHertz ?? '')}
              none={t('energy.draw.hertzOfSite')}
              options={hertz.map((each) => ({ value: String(each), label: `${each} Hz` }))}
              onChange={(value) => change({ gridHertz: hertz.find((each) => String(each) === value) ?? null })}
            />
          )}
        </Card>
        {save.error !== null && <ProblemNote problem={save.error} />}
        <div className="energy-buttons energy-save">
          <Button type="submit" loading={save.isPending} {...unlessBlocked(whyNot)}>
            {t('energy.draw.save')}
          </Button>
          <span className="form-why-not" role="status">
            {whyNot}
          </span>
        </div>
      </form>
    </IssuesContext>
  );
}

/** The first thing that the schema does not take; undefined: it can be sent. */
function useWhyNot(issues: Issues): string | undefined {
  const { t } = useTranslation();
  const issueText = useIssueText();
  const [first] = [...issues.values()];
  if (first === undefined) return undefined;
  return first.code === 'custom' ? issueText(first) : t('energy.draw.seeFields', { count: issues.size });
}
