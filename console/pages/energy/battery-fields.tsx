import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type SiteBatterySettings, type SiteEnergy, siteBatterySettings } from '#contract/energy/site-energy.ts';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { NumberField } from './number-field.tsx';
import { nodeName } from './site-drawing.ts';

type Props = { settings: SiteEnergy; onChange: (battery: SiteBatterySettings | null) => void };

/** A battery of the site, where there is one. */
export function BatteryFields({ settings: { battery, meters, tree }, onChange }: Props) {
  const { t } = useTranslation();
  const root = tree.nodes.find(({ parentId }) => parentId === null);
  const first = { nodeId: root?.id ?? '', capacityWh: 10_000, maxChargeW: 5000, maxDischargeW: 5000 };
  const change = (part: Partial<SiteBatterySettings>) => battery !== null && onChange({ ...battery, ...part });
  return (
    <Card title={t('energy.battery.title')}>
      <Checkbox
        label={t('energy.battery.has')}
        checked={battery !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? siteBatterySettings.parse(first) : null)}
      />
      {battery !== null && (
        <div className="form-row energy-battery">
          <NumberField
            label={t('energy.battery.capacity')}
            value={battery.capacityWh}
            scale={1000}
            path="battery.capacityWh"
            onChange={(value) => change({ capacityWh: value ?? Number.NaN })}
          />
          <NumberField
            label={t('energy.battery.charge')}
            value={battery.maxChargeW}
            scale={1000}
            path="battery.maxChargeW"
            onChange={(value) => change({ maxChargeW: value ?? Number.NaN })}
          />
          <NumberField
            label={t('energy.battery.discharge')}
            value={battery.maxDischargeW}
            scale={1000}
            path="battery.maxDischargeW"
            onChange={(value) => change({ maxDischargeW: value ?? Number.NaN })}
          />
          <NumberField
            label={t('energy.battery.reserve')}
            value={battery.reservePercent}
            path="battery.reservePercent"
            onChange={(value) => change({ reservePercent: value ?? Number.NaN })}
          />
          <NumberField
            label={t('energy.battery.efficiency')}
            value={battery.efficiency}
            scale={0.01}
            path="battery.efficiency"
            onChange={(value) => change({ efficiency: value ?? Number.NaN })}
          />
          <NumberField
            label={t('energy.battery.wear')}
            description={t('energy.battery.wearHelp')}
            value={battery.wearPerKwh}
            path="battery.wearPerKwh"
            onChange={(value) => change({ wearPerKwh: value ?? Number.NaN })}
          />
          <Choice
            label={t('energy.meters.at')}
            value={battery.nodeId}
            options={tree.nodes
              .filter(({ kind }) => kind !== 'evse')
              .map((node) => ({ value: node.id, label: nodeName(node) }))}
            onChange={(nodeId) => change({ nodeId })}
          />
          <Choice
            label={t('energy.battery.meter')}
            value={battery.meterId ?? ''}
            none={t('energy.none')}
            options={meters
              .filter(({ kind }) => kind === 'battery')
              .map(({ id, name }) => ({ value: id, label: name ?? id }))}
            onChange={(meterId) => change({ meterId: meterId === '' ? null : meterId })}
          />
          <TextInput
            label={t('energy.battery.topic')}
            description={t('energy.battery.topicHelp')}
            value={battery.setpointTopic ?? ''}
            onChange={({ currentTarget }) => change({ setpointTopic: currentTarget.value.trim() || null })}
          />
        </div>
      )}
    </Card>
  );
}
