import { Button } from '@mantine/core';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteEnergy } from '#contract/energy/site-energy.ts';
import type { SiteNode } from '#contract/energy/site-tree.ts';
import { Choice } from '../../parts/choice.tsx';
import { IssuesContext } from './issues.ts';
import { NodeFields } from './node-fields.tsx';
import {
  evseNode,
  freeEvses,
  nodeName,
  panelNode,
  type StationEvses,
  type TreeRow,
  treeRows,
  withoutNode,
} from './site-drawing.ts';
import { usePlanWords } from './use-plan-words.ts';

type Props = { settings: SiteEnergy; stations: readonly StationEvses[]; onChange: (settings: SiteEnergy) => void };

/** The tree as a list that is indented; each node opens to its fields where it stands. */
export function TreeEditor({ settings, stations, onChange }: Props) {
  const { t } = useTranslation();
  const { nodes } = settings.tree;
  const [open, setOpen] = useState<string | null>(nodes[0]?.id ?? null);
  const setNodes = (changed: SiteNode[]) => onChange({ ...settings, tree: { nodes: changed } });
  const add = (node: SiteNode) => {
    setNodes([...nodes, node]);
    setOpen(node.id);
  };
  return (
    <ul className="energy-tree" aria-label={t('energy.draw.tree')}>
      {treeRows(nodes).map((row) => (
        <TreeItem
          key={row.node.id}
          row={row}
          isOpen={open === row.node.id}
          onToggle={() => setOpen(open === row.node.id ? null : row.node.id)}
        >
          <NodeFields
            node={row.node}
            place={row.place}
            nodes={nodes}
            onChange={(part) => setNodes(nodes.map((node) => (node.id === row.node.id ? { ...node, ...part } : node)))}
          />
          <div className="energy-buttons">
            {row.node.kind !== 'evse' && <AddBelow row={row} settings={settings} stations={stations} onAdd={add} />}
            {row.node.parentId !== null && (
              <Button
                variant="default"
                size="compact-md"
                fz="sm"
                aria-label={t('energy.draw.removeNamed', { name: nodeName(row.node) })}
                onClick={() => {
                  onChange(withoutNode(settings, row.node.id));
                  setOpen(row.node.parentId);
                }}
              >
                {t('energy.draw.remove')}
              </Button>
            )}
          </div>
        </TreeItem>
      ))}
    </ul>
  );
}

type ItemProps = { row: TreeRow; isOpen: boolean; onToggle: () => void; children: React.ReactNode };

function TreeItem({ row: { node, place, depth }, isOpen, onToggle, children }: ItemProps) {
  const { t } = useTranslation();
  const issues = use(IssuesContext);
  const hasIssue = [...issues.keys()].some((path) => path.startsWith(`tree.nodes.${place}.`));
  return (
    <li className="energy-node" style={{ '--depth': depth } as React.CSSProperties} data-open={isOpen}>
      <button type="button" className="energy-node-head" aria-expanded={isOpen} onClick={onToggle}>
        <span className={`energy-node-mark energy-node-${node.kind}`} aria-hidden="true" />
        <strong>{nodeName(node)}</strong>
        <span className="quiet">{t(`energy.kind.${node.kind}`)}</span>
        <span className="energy-node-limit">
          {hasIssue ? <em>{t('energy.draw.wrong')}</em> : <NodeSummary node={node} />}
        </span>
      </button>
      {isOpen && <div className="energy-node-body">{children}</div>}
    </li>
  );
}

/** "63 A · 10 % free", or of an EVSE "6–32 A, three phases". */
function NodeSummary({ node }: { node: SiteNode }) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const { limitA, limitW, safetyMarginPercent, evse } = node;
  const parts = [
    ...(limitA === null ? [] : [Array.isArray(limitA) ? limitA.map(words.amperes).join(' / ') : words.amperes(limitA)]),
    ...(limitW === null ? [] : [words.power(limitW)]),
    ...(safetyMarginPercent > 0 ? [t('energy.draw.free', { percent: words.percent(safetyMarginPercent / 100) })] : []),
    ...(evse === null
      ? []
      : [`${words.number(evse.minA)}–${words.amperes(evse.maxA)}`, t(`energy.evse.short.${evse.connection}`)]),
  ];
  return parts.length === 0 ? t('energy.draw.noLimit') : parts.join(' · ');
}

type AddProps = {
  row: TreeRow;
  settings: SiteEnergy;
  stations: readonly StationEvses[];
  onAdd: (node: SiteNode) => void;
};

/** What can hang below a node: a feeder, a panel, or an EVSE that stands at the site and is not drawn yet. */
function AddBelow({ row: { node }, settings, stations, onAdd }: AddProps) {
  const { t } = useTranslation();
  const { nodes } = settings.tree;
  const free = freeEvses(nodes, stations);
  const panel = (kind: 'feeder' | 'panel') =>
    panelNode(nodes, {
      parentId: node.id,
      kind,
      name: t(`energy.draw.new.${kind}`, { number: nodes.filter((each) => each.kind === kind).length + 1 }),
    });
  return (
    <>
      {(['feeder', 'panel'] as const).map((kind) => (
        <Button key={kind} variant="default" size="compact-md" fz="sm" onClick={() => onAdd(panel(kind))}>
          {t(`energy.draw.add.${kind}`)}
        </Button>
      ))}
      {free.length > 0 && (
        <div className="energy-add-evse">
          <Choice
            label={t('energy.draw.add.evse')}
            value=""
            none={t('energy.draw.add.choose', { count: free.length })}
            options={free.map(({ stationId, evseId }) => ({
              value: `${stationId}\n${evseId}`,
              label: `${stationId} · ${evseId}`,
            }))}
            onChange={(chosen) => {
              const [stationId = '', evseId = '1'] = chosen.split('\n');
              if (stationId !== '') onAdd(evseNode(nodes, { parentId: node.id, stationId, evseId: Number(evseId) }));
            }}
          />
        </div>
      )}
    </>
  );
}
