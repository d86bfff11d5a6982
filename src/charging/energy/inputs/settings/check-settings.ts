import type { SigecError } from '#base/errors.ts';
import type { SiteEnergy } from '#contract/energy/site-energy.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { problemOf } from '../../../problem.ts';

type Facts = { siteId: string; settings: SiteEnergy; stationsThere: ReadonlySet<string> };

/** What the schema cannot know: whether stations stand at the site, and whether meters and battery stand in the tree. */
export function checkSettings({ siteId, settings, stationsThere }: Facts): void {
  const { tree, meters, battery } = settings;
  const nodeIds = new Set(tree.nodes.map(({ id }) => id));
  for (const { id: nodeId, evse } of tree.nodes) {
    if (evse === null || stationsThere.has(evse.stationId)) continue;
    throw refusal('tree', sentenceOf('energy-station-not-there', { nodeId, stationId: evse.stationId, siteId }));
  }
  const [seen, gridNodes] = [new Set<string>(), new Set<string>()];
  for (const { id: meterId, nodeId, kind } of meters) {
    if (seen.has(meterId)) throw refusal('meters', sentenceOf('energy-meter-twice', { meterId }));
    if (!nodeIds.has(nodeId)) throw refusal('meters', sentenceOf('energy-meter-nowhere', { meterId, nodeId }));
    if (kind === 'grid' && gridNodes.has(nodeId))
      throw refusal('meters', sentenceOf('energy-two-grid-meters', { nodeId }));
    if (kind === 'grid') gridNodes.add(nodeId);
    seen.add(meterId);
  }
  if (battery === null) return;
  const { nodeId, meterId } = battery;
  if (!nodeIds.has(nodeId)) throw refusal('battery', sentenceOf('energy-battery-nowhere', { nodeId }));
  if (meterId !== null && !meters.some(({ id, kind }) => id === meterId && kind === 'battery'))
    throw refusal('battery', sentenceOf('energy-battery-no-meter', { meterId }));
}

function refusal(field: string, sentence: Sentence): SigecError {
  return problemOf('INVALID_INPUT', sentence, { field });
}
