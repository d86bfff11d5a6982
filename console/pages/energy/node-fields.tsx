import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { connection, phaseRotation, type SiteEvse, type SiteNode } from '#contract/energy/site-tree.ts';
import { Choice } from '../../parts/choice.tsx';
import { MoreFields } from '../../parts/form-dialog.tsx';
import { useAt } from './issues.ts';
import { NumberField, useIssueText } from './number-field.tsx';
import { nodeName, possibleParents } from './site-drawing.ts';

type Props = {
  node: SiteNode;
  place: number;
  nodes: readonly SiteNode[];
  onChange: (part: Partial<SiteNode>) => void;
};

/** The fields of one node: its name, its limit, what feeds it. */
export function NodeFields({ node, place, nodes, onChange }: Props) {
  const { t } = useTranslation();
  const path = (field: string) => `tree.nodes.${place}.${field}`;
  const parents = node.parentId === null ? [] : possibleParents(nodes, node.id);
  return (
    <div className="field-stack">
      <div className="form-row">
        <TextInput
          label={t('sites.field.name')}
          maxLength={100}
          placeholder={nodeName({ ...node, name: null })}
          value={node.name ?? ''}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value === '' ? null : currentTarget.value })}
        />
        {parents.length > 1 && (
          <Choice
            label={t('energy.draw.fedBy')}
            value={node.parentId ?? ''}
            options={parents.map((parent) => ({ value: parent.id, label: nodeName(parent) }))}
            onChange={(parentId) => onChange({ parentId })}
          />
        )}
      </div>
      {node.evse !== null && (
        <EvseFields
          evse={node.evse}
          path={path('evse')}
          onChange={(part) => onChange({ evse: { ...(node.evse as SiteEvse), ...part } })}
        />
      )}
      {node.evse === null && <LineLimits node={node} path={path('limitA')} onChange={onChange} />}
      <MoreFields>
        {node.evse !== null && <LineLimits node={node} path={path('limitA')} onChange={onChange} />}
        <div className="form-row">
          <NumberField
            label={t('energy.draw.limitKw')}
            description={t('energy.draw.limitKwHelp')}
            value={node.limitW}
            scale={1000}
            path={path('limitW')}
            onChange={(limitW) => onChange({ limitW })}
          />
          <NumberField
            label={t('energy.draw.margin')}
            description={t('energy.draw.marginHelp')}
            value={node.safetyMarginPercent}
            path={path('safetyMarginPercent')}
            onChange={(value) => onChange({ safetyMarginPercent: value ?? Number.NaN })}
          />
          {node.evse === null && (
            <NumberField
              label={t('energy.draw.export')}
              description={t('energy.draw.exportHelp')}
              value={node.exportLimitW}
              scale={1000}
              path={path('exportLimitW')}
              onChange={(exportLimitW) => onChange({ exportLimitW })}
            />
          )}
          {node.evse === null && (
            <NumberField
              label={t('energy.draw.deltaWye')}
              description={t('energy.draw.deltaWyeHelp')}
              value={node.deltaWyeRatio}
              path={path('deltaWyeRatio')}
              onChange={(deltaWyeRatio) => onChange({ deltaWyeRatio })}
            />
          )}
        </div>
      </MoreFields>
    </div>
  );
}

type LineProps = { node: SiteNode; path: string; onChange: (part: Partial<SiteNode>) => void };

/** One limit for all three lines, or one for each. */
function LineLimits({ node: { limitA }, path, onChange }: LineProps) {
  const { t } = useTranslation();
  const issue = useAt(path);
  const issueText = useIssueText();
  const lines = Array.isArray(limitA) ? limitA : null;
  return (
    <div className="energy-lines">
      <div className="form-row">
        {lines === null && (
          <NumberField
            key="all"
            label={t('energy.draw.limitA')}
            description={t('energy.draw.limitAHelp')}
            value={limitA as number | null}
            path={path}
            onChange={(value) => onChange({ limitA: value })}
          />
        )}
        {lines?.map((line, index) => (
          <NumberField
            key={index}
            label={t('energy.draw.lineLimit', { line: `L${index + 1}` })}
            value={line}
            path={`${path}.${index}`}
            onChange={(value) => {
              const [one = Number.NaN, two = Number.NaN, three = Number.NaN] = lines.with(index, value ?? Number.NaN);
              onChange({ limitA: [one, two, three] });
            }}
          />
        ))}
      </div>
      {lines !== null && issue !== undefined && <p className="field-problem">{issueText(issue)}</p>}
      <Checkbox
        label={t('energy.draw.eachLine')}
        checked={lines !== null}
        onChange={({ currentTarget }) => {
          const amount = Array.isArray(limitA) ? (limitA[0] ?? null) : limitA;
          if (!currentTarget.checked) return onChange({ limitA: amount });
          const each = amount ?? Number.NaN;
          onChange({ limitA: [each, each, each] });
        }}
      />
    </div>
  );
}

type EvseProps = { evse: SiteEvse; path: string; onChange: (part: Partial<SiteEvse>) => void };

/** How an EVSE is wired: phases, their order, and which currents it can offer. */
function EvseFields({ evse, path, onChange }: EvseProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="form-row">
        <Choice
          label={t('energy.evse.connection')}
          value={evse.connection}
          options={connection.options.map((value) => ({ value, label: t(`energy.evse.connections.${value}`) }))}
          onChange={(value) => onChange({ connection: value })}
        />
        <NumberField
          label={t('energy.evse.max')}
          value={evse.maxA}
          path={`${path}.maxA`}
          onChange={(value) => onChange({ maxA: value ?? Number.NaN })}
        />
        <NumberField
          label={t('energy.evse.min')}
          description={t('energy.evse.minHelp')}
          value={evse.minA}
          path={`${path}.minA`}
          onChange={(value) => onChange({ minA: value ?? Number.NaN })}
        />
      </div>
      {evse.minA > evse.maxA && <p className="field-problem">{t('energy.evse.minAboveMax')}</p>}
      <MoreFields title={t('energy.evse.wiring')}>
        <div className="form-row">
          <Choice
            label={t('energy.evse.rotation')}
            description={t('energy.evse.rotationHelp')}
            value={evse.phaseRotation}
            options={phaseRotation.options.map((value) => ({ value, label: rotationText(value) }))}
            onChange={(value) => onChange({ phaseRotation: value })}
          />
          <NumberField
            label={t('energy.evse.voltage')}
            description={t('energy.evse.voltageHelp')}
            value={evse.voltageV}
            path={`${path}.voltageV`}
            onChange={(value) => onChange({ voltageV: value ?? Number.NaN })}
          />
          <NumberField
            label={t('energy.evse.fallback')}
            description={t('energy.evse.fallbackHelp')}
            value={evse.fallbackA}
            path={`${path}.fallbackA`}
            onChange={(fallbackA) => onChange({ fallbackA })}
          />
        </div>
        <PilotsField pilotsA={evse.pilotsA} onChange={(pilotsA) => onChange({ pilotsA })} />
      </MoreFields>
    </>
  );
}

/** "L1 L2 L3": which line of the site each terminal of the station is fed by. */
function rotationText(rotation: string): string {
  const lines = { R: 'L1', S: 'L2', T: 'L3' };
  return Array.from(rotation, (letter) => lines[letter as keyof typeof lines]).join(' ');
}

function PilotsField({
  pilotsA,
  onChange,
}: {
  pilotsA: number[] | null;
  onChange: (pilotsA: number[] | null) => void;
}) {
  const { t } = useTranslation();
  const isWrong = pilotsA?.some((pilot) => !(pilot > 0)) === true;
  return (
    <TextInput
      label={t('energy.evse.pilots')}
      description={t('energy.evse.pilotsHelp')}
      placeholder="6 10 16 20 32"
      defaultValue={pilotsA?.join(' ') ?? ''}
      error={isWrong ? t('energy.draw.aboveZero') : null}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value.split(/[\s;]+/).filter((part) => part !== '');
        onChange(typed.length === 0 ? null : typed.map((part) => Number(part.replace(',', '.'))));
      }}
    />
  );
}
