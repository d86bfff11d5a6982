import type { Pool } from 'pg';
import type { StoredLimit, StoredSiteEnergy, TemporaryLimit } from '#contract/energy/site-energy.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { changeEntry } from '../../../change-entry.ts';
import { problemOf } from '../../../problem.ts';
import type { BoundInputs } from '../input-needs.ts';
import { mustReadSettings } from '../settings/change-settings.ts';
import { energyLimits, type LimitsRow, readLimits } from './limit-store.ts';
import { readStationLimits } from './station-limits.ts';

const shownNodes = 10;

export async function findLimits(needs: BoundInputs, siteId: string): Promise<StoredLimit[]> {
  return readAllLimits(needs.pool, await mustReadSettings(needs, siteId), needs.clock.now());
}

/** Those of people, agents and the grid operator, and those that stations tell of. */
export async function readAllLimits(
  pool: Pool,
  { siteId, tree }: Pick<StoredSiteEnergy, 'siteId' | 'tree'>,
  now: Date,
): Promise<StoredLimit[]> {
  const [stored, told] = await Promise.all([readLimits(pool, siteId, now), readStationLimits(pool, tree, now)]);
  return [...stored, ...told];
}

/** A person or an agent has one limit at a node: another one takes its place. */
export async function setLimit(
  needs: BoundInputs,
  { siteId, limit, actor }: { siteId: string; limit: TemporaryLimit; actor: Actor },
): Promise<StoredLimit[]> {
  await mustLower(needs, siteId, limit);
  await replaceLimits(needs, { siteId, limits: [limit], source: sourceOf(actor), actor, nodeIds: [limit.nodeId] });
  return readLimits(needs.pool, siteId, needs.clock.now());
}

/** What a fuse carries is said by the drawing alone. Whoever asks for more would not get it, and has to hear so. */
async function mustLower(
  needs: BoundInputs,
  siteId: string,
  { nodeId, limitA, limitW }: TemporaryLimit,
): Promise<void> {
  const { tree } = await mustReadSettings(needs, siteId);
  const node = tree.nodes.find(({ id }) => id === nodeId);
  const ownA = node?.limitA ?? Number.POSITIVE_INFINITY;
  const highestA = Math.max(...(typeof ownA === 'number' ? [ownA] : ownA));
  const isAbove = (limitA ?? 0) > highestA || (limitW ?? 0) > (node?.limitW ?? Number.POSITIVE_INFINITY);
  if (!isAbove) return;
  const field = limitA === null ? 'limitW' : 'limitA';
  throw problemOf('INVALID_INPUT', sentenceOf('energy-limit-above', { nodeId }), { field });
}

export type LimitsOfSource = {
  siteId: string;
  source: StoredLimit['source'];
  limits: readonly TemporaryLimit[];
  actor: Actor;
  /** At which nodes the limits take the place of those that the actor had; absent: at every node. */
  nodeIds?: readonly string[];
};

/** All that a source such as the grid operator wants at a site, in place of what it wanted before. */
export async function replaceLimits(
  needs: BoundInputs,
  { siteId, source, limits, actor, nodeIds }: LimitsOfSource,
): Promise<void> {
  const { tree } = await mustReadSettings(needs, siteId);
  const now = needs.clock.now();
  for (const limit of limits) checkLimit(limit, { siteId, known: tree.nodes.map(({ id }) => id), now });
  const setBy = actorName(actor);
  const before = (await readLimits(needs.pool, siteId, now)).filter(
    (old) => old.source === source && old.setBy === setBy,
  );
  const touched = new Set(nodeIds ?? [...before, ...limits].map(({ nodeId }) => nodeId));
  const stored = limits.map((limit): StoredLimit => ({ ...limit, source, setBy, setAt: now.toISOString() }));
  const rows = [...touched].map((nodeId): LimitsRow => {
    return { siteId, nodeId, source, setBy, limits: stored.filter((limit) => limit.nodeId === nodeId) };
  });
  await commit(needs, { siteId, rows, actor });
}

/** What persons and agents set at the node; what the grid operator wants ends with its event. */
export async function removeLimit(
  needs: BoundInputs,
  { siteId, nodeId, actor }: { siteId: string; nodeId: string; actor: Actor },
): Promise<StoredLimit[]> {
  const there = (await findLimits(needs, siteId)).filter((limit) => limit.nodeId === nodeId);
  const ours = there.filter(({ source }) => source === 'person' || source === 'agent');
  if (there.length > 0 && ours.length === 0)
    throw problemOf('CONFLICT', sentenceOf('energy-limit-of-grid', { nodeId }));
  if (ours.length === 0) throw problemOf('NOT_FOUND', sentenceOf('energy-no-limit', { siteId, nodeId }));
  const rows = ours.map(({ source, setBy }): LimitsRow => ({ siteId, nodeId, source, setBy, limits: [] }));
  await commit(needs, { siteId, rows, actor });
  return readLimits(needs.pool, siteId, needs.clock.now());
}

function sourceOf({ principal, door }: Actor): StoredLimit['source'] {
  return door === 'mcp' || door === 'tools' || principal?.kind === 'agent' ? 'agent' : 'person';
}

type Checked = { siteId: string; known: readonly string[]; now: Date };

function checkLimit(
  { nodeId, limitA, limitW, exportLimitW, from, until }: TemporaryLimit,
  { siteId, known, now }: Checked,
): void {
  if (!known.includes(nodeId))
    throw problemOf(
      'INVALID_INPUT',
      sentenceOf('energy-no-node', { nodeId, siteId, nodes: known.slice(0, shownNodes) }),
      {
        field: 'nodeId',
      },
    );
  if (limitA === null && limitW === null && exportLimitW === undefined)
    throw problemOf('INVALID_INPUT', sentenceOf('energy-limit-empty'), { field: 'limitA' });
  const begins = from === null ? now.getTime() : Math.max(now.getTime(), Date.parse(from));
  if (until !== null && Date.parse(until) <= begins)
    throw problemOf('INVALID_INPUT', sentenceOf('energy-limit-over', { until }), { field: 'until' });
}

async function commit(
  { ledger, clock, changed }: BoundInputs,
  { siteId, rows, actor }: { siteId: string; rows: readonly LimitsRow[]; actor: Actor },
): Promise<void> {
  const at = clock.now();
  for (const [source, ofSource] of Map.groupBy(rows, (row) => row.source)) {
    for (const [setBy, own] of Map.groupBy(ofSource, (row) => row.setBy)) {
      const nodeIds = own.map(({ nodeId }) => nodeId);
      const limits = own.flatMap((row) => row.limits);
      await ledger.commit(
        changeEntry({
          kind: 'site-limits-set',
          subject: siteId,
          at,
          actor,
          body: { siteId, nodeIds, source, setBy, limits },
          writes: own.map((row) => write(energyLimits, row)),
        }),
      );
    }
  }
  changed(siteId);
}
