import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type MeterSource, type SiteMeter, siteMeter } from '#contract/energy/site-energy.ts';
import type { SiteNode } from '#contract/energy/site-tree.ts';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { MoreFields } from '../../parts/form-dialog.tsx';
import { useAt } from './issues.ts';
import { NumberField, useIssueText } from './number-field.tsx';
import { nodeName } from './site-drawing.ts';

type ListProps = { meters: readonly SiteMeter[]; nodes: readonly SiteNode[]; onChange: (meters: SiteMeter[]) => void };

/** What else draws or makes power there, and who tells how much. */
export function MeterList({ meters, nodes, onChange }: ListProps) {
  const { t } = useTranslation();
  const root = nodes.find(({ parentId }) => parentId === null);
  return (
    <Card
      title={t('energy.meters.title')}
      actions={
        <Button
          variant="default"
          size="compact-md"
          fz="sm"
          onClick={() => {
            const id = freeMeterId(meters);
            const name = t('energy.meters.newName', { number: meters.length + 1 });
            onChange([
              ...meters,
              siteMeter.parse({ id, name, nodeId: root?.id ?? '', kind: 'grid', source: { kind: 'push' } }),
            ]);
          }}
        >
          {t('energy.meters.add')}
        </Button>
      }
    >
      <p className="quiet energy-about">{t('energy.meters.help')}</p>
      {meters.map((meter, place) => (
        <MeterFields
          key={meter.id}
          meter={meter}
          path={`meters.${place}`}
          nodes={nodes}
          onChange={(part) => onChange(meters.map((each, index) => (index === place ? { ...each, ...part } : each)))}
          onRemove={() => onChange(meters.filter((_, index) => index !== place))}
        />
      ))}
    </Card>
  );
}

function freeMeterId(meters: readonly SiteMeter[]): string {
  for (let number = 1; ; number += 1) {
    const id = `meter-${number}`;
    if (!meters.some((meter) => meter.id === id)) return id;
  }
}

type Props = {
  meter: SiteMeter;
  path: string;
  nodes: readonly SiteNode[];
  onChange: (part: Partial<SiteMeter>) => void;
  onRemove: () => void;
};

function MeterFields({ meter, path, nodes, onChange, onRemove }: Props) {
  const { t } = useTranslation();
  const name = meter.name ?? meter.id;
  return (
    <fieldset className="field-group energy-meter-fields">
      <legend>{name}</legend>
      <div className="field-stack">
        <div className="form-row">
          <TextInput
            label={t('sites.field.name')}
            maxLength={100}
            value={meter.name ?? ''}
            onChange={({ currentTarget }) =>
              onChange({ name: currentTarget.value === '' ? null : currentTarget.value })
            }
          />
          <Choice
            label={t('energy.meters.measures')}
            value={meter.kind}
            options={siteMeter.shape.kind.options.map((value) => ({ value, label: t(`energy.meters.kinds.${value}`) }))}
            onChange={(kind) => onChange({ kind })}
          />
          <Choice
            label={t('energy.meters.at')}
            value={meter.nodeId}
            options={nodes
              .filter(({ kind }) => kind !== 'evse')
              .map((node) => ({ value: node.id, label: nodeName(node) }))}
            onChange={(nodeId) => onChange({ nodeId })}
          />
          <Choice
            label={t('energy.meters.source')}
            value={meter.source.kind}
            options={sourceKinds.map((value) => ({ value, label: t(`energy.meters.sources.${value}`) }))}
            onChange={(kind) => onChange({ source: newSource[kind] })}
          />
        </div>
        <SourceFields
          source={meter.source}
          meterId={meter.id}
          path={`${path}.source`}
          onChange={(source) => onChange({ source })}
        />
        <MoreFields>
          <div className="form-row">
            <NumberField
              label={t('energy.meters.stale')}
              description={t('energy.meters.staleHelp')}
              value={meter.staleAfterSeconds}
              path={`${path}.staleAfterSeconds`}
              onChange={(value) => onChange({ staleAfterSeconds: value ?? Number.NaN })}
            />
            <NumberField
              label={t('energy.meters.silentW')}
              description={t('energy.meters.silentWHelp')}
              value={meter.silentW}
              scale={1000}
              path={`${path}.silentW`}
              onChange={(silentW) => onChange({ silentW })}
            />
            <NumberField
              label={t('energy.meters.maxW')}
              description={t('energy.meters.maxWHelp')}
              value={meter.maxW}
              scale={1000}
              path={`${path}.maxW`}
              onChange={(maxW) => onChange({ maxW })}
            />
          </div>
        </MoreFields>
        <div>
          <Button
            variant="default"
            size="compact-md"
            fz="sm"
            aria-label={t('energy.draw.removeNamed', { name })}
            onClick={onRemove}
          >
            {t('energy.draw.remove')}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

const newSource = {
  push: { kind: 'push' },
  mqtt: { kind: 'mqtt', topic: '', field: null, unit: 'W' },
  'modbus-tcp': { kind: 'modbus-tcp', host: '', port: 502, unitId: 1, model: 'sdm630', everySeconds: 5 },
  forecast: { kind: 'forecast' },
} as const satisfies { [Kind in MeterSource['kind']]: Extract<MeterSource, { kind: Kind }> };
const sourceKinds = Object.keys(newSource) as MeterSource['kind'][];

type SourceProps = { source: MeterSource; meterId: string; path: string; onChange: (source: MeterSource) => void };

/** Where the readings come from. */
function SourceFields({ source, meterId, path, onChange }: SourceProps) {
  const { t } = useTranslation();
  if (source.kind === 'push')
    return <p className="quiet energy-hint">{t('energy.meters.pushHelp', { id: meterId })}</p>;
  if (source.kind === 'forecast') return <p className="quiet energy-hint">{t('energy.meters.forecastHelp')}</p>;
  if (source.kind === 'mqtt') {
    return (
      <div className="form-row">
        <WordField
          label={t('energy.meters.topic')}
          value={source.topic}
          path={`${path}.topic`}
          onChange={(topic) => onChange({ ...source, topic })}
        />
        <TextInput
          label={t('energy.meters.field')}
          description={t('energy.meters.fieldHelp')}
          value={source.field ?? ''}
          onChange={({ currentTarget }) =>
            onChange({ ...source, field: currentTarget.value === '' ? null : currentTarget.value })
          }
        />
        <Choice
          label={t('energy.meters.unit')}
          value={source.unit}
          options={(['W', 'kW'] as const).map((value) => ({ value, label: value }))}
          onChange={(unit) => onChange({ ...source, unit })}
        />
      </div>
    );
  }
  return (
    <div className="form-row">
      <WordField
        label={t('energy.meters.host')}
        value={source.host}
        path={`${path}.host`}
        onChange={(host) => onChange({ ...source, host })}
      />
      <NumberField
        label={t('energy.meters.port')}
        value={source.port}
        path={`${path}.port`}
        onChange={(value) => onChange({ ...source, port: value ?? Number.NaN })}
      />
      <NumberField
        label={t('energy.meters.unitId')}
        value={source.unitId}
        path={`${path}.unitId`}
        onChange={(value) => onChange({ ...source, unitId: value ?? Number.NaN })}
      />
      <Choice
        label={t('energy.meters.model')}
        value={source.model}
        options={[
          { value: 'sdm630', label: 'Eastron SDM630' },
          { value: 'em24', label: 'Carlo Gavazzi EM24' },
          { value: 'sunspec', label: 'SunSpec' },
        ]}
        onChange={(model) => onChange({ ...source, model })}
      />
      <NumberField
        label={t('energy.meters.every')}
        value={source.everySeconds}
        path={`${path}.everySeconds`}
        onChange={(value) => onChange({ ...source, everySeconds: value ?? Number.NaN })}
      />
    </div>
  );
}

type WordProps = { label: string; value: string; path: string; onChange: (value: string) => void };

function WordField({ label, value, path, onChange }: WordProps) {
  const issue = useAt(path);
  const issueText = useIssueText();
  return (
    <TextInput
      label={label}
      autoComplete="off"
      spellCheck={false}
      value={value}
      error={issue === undefined ? null : issueText(issue)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
