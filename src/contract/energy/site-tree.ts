import { z } from 'zod';
import { visibleText } from '../common.ts';

/** R, S and T are the lines L1, L2 and L3 of the site; the letters stand in the order of the station's own terminals. */
export const phaseRotation = z.enum(['RST', 'RTS', 'SRT', 'STR', 'TRS', 'TSR']);
export type PhaseRotation = z.infer<typeof phaseRotation>;

/**
 * What a car can be fed by: all three lines and neutral, one line and neutral (the first terminal), two lines without neutral, as on
 * 208 V in North America (the first and second terminal), or a charger of direct current that stands on all three lines.
 */
export const connection = z.enum(['three-phase', 'single-phase', 'line-to-line', 'direct-current']);
export type Connection = z.infer<typeof connection>;

const noNegative = 'must not be below zero; leave the limit out where there is none';
const amperes = z.number().positive('must be above zero').max(100_000);
/** Zero is a line that feeds nothing: one that is not connected, or out of service. */
const limitAmperes = z.number().min(0, noNegative).max(100_000);

export const lineLimits = z.union([limitAmperes, z.tuple([limitAmperes, limitAmperes, limitAmperes])]);
export type LineLimits = z.infer<typeof lineLimits>;

export const siteEvse = z.strictObject({
  stationId: z.string().min(1).max(48),
  evseId: z.int().min(1).max(1000),
  connection: connection.default('three-phase'),
  phaseRotation: phaseRotation.default('RST'),
  voltageV: z
    .number()
    .min(50)
    .max(1000)
    .default(230)
    .describe('From line to neutral; between the two lines where the connection is line-to-line'),
  maxA: amperes.default(32).describe('Per phase; of direct current what the charger draws from each line'),
  minA: z.number().min(0).max(100).default(6).describe('Below it a car pauses (IEC 61851: 6 A)'),
  pilotsA: z
    .array(amperes)
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe('The only currents that the station can offer besides 0; null: any from minA to maxA'),
  fallbackA: z
    .number()
    .min(0)
    .max(1000)
    .nullable()
    .default(null)
    .describe('What the station keeps to without us; null: its maximum, since nothing better is known'),
});
export type SiteEvse = z.output<typeof siteEvse>;

/** A place in the site that must not carry more than its limit: a fuse, a cable, a transformer, a contract with the grid. */
export const siteNode = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(60)
    .regex(/^[\w.:-]+$/, 'must be letters, digits, dots, colons, dashes and underscores'),
  name: visibleText.max(100).nullable().default(null),
  parentId: z.string().nullable().describe('What feeds it; null: the connection to the grid'),
  kind: z.enum(['grid-connection', 'feeder', 'panel', 'station', 'evse']),
  limitA: lineLimits.nullable().default(null).describe('Per line; null: not limited here'),
  limitW: z.number().min(0, noNegative).max(1e9).nullable().default(null),
  exportLimitW: z.number().min(0).max(1e9).nullable().default(null).describe('Towards the grid; null: not limited'),
  safetyMarginPercent: z.number().min(0).max(50).default(0).describe('Of the limit, kept free'),
  deltaWyeRatio: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .describe('Of a delta-wye transformer that feeds what is below; the limit holds on its upper side'),
  evse: siteEvse.nullable().default(null),
});
export type SiteNode = z.output<typeof siteNode>;

/** The limits of a site as a tree from the connection to the grid down to every EVSE. */
export const siteTree = z
  .strictObject({ nodes: z.array(siteNode).min(1).max(20_000) })
  .superRefine(({ nodes }, { addIssue }) => {
    for (const message of treeFaults(nodes)) addIssue({ code: 'custom', path: ['nodes'], message });
  });
export type SiteTree = z.output<typeof siteTree>;

function treeFaults(nodes: readonly SiteNode[]): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const faults = nodes.flatMap((node) => nodeFaults(node, byId));
  if (byId.size < nodes.length) faults.push('must each have an id of their own');
  const roots = nodes.filter(({ parentId }) => parentId === null).length;
  if (roots !== 1) faults.push(`must have one node without a parent, the connection to the grid; there are ${roots}`);
  const places = nodes.flatMap(({ evse }) => (evse === null ? [] : [`${evse.stationId} ${evse.evseId}`]));
  if (new Set(places).size < places.length) faults.push('must name each EVSE of a station once');
  return faults;
}

function nodeFaults(node: SiteNode, byId: ReadonlyMap<string, SiteNode>): string[] {
  const faults: string[] = [];
  if ((node.kind === 'evse') !== (node.evse !== null))
    faults.push(`${node.id}: a node of kind evse, and no other, says which EVSE it is`);
  if (node.evse !== null && node.evse.minA > node.evse.maxA)
    faults.push(`${node.id}: minA must not be above maxA, or it could never charge`);
  const parent = node.parentId === null ? undefined : byId.get(node.parentId);
  if (node.parentId !== null && parent === undefined) faults.push(`${node.id}: there is no node ${node.parentId}`);
  if (parent?.kind === 'evse') faults.push(`${node.id}: an EVSE feeds no other node`);
  if (isItsOwnAncestor(node, byId)) faults.push(`${node.id}: must not be fed by itself`);
  return faults;
}

function isItsOwnAncestor(node: SiteNode, byId: ReadonlyMap<string, SiteNode>): boolean {
  let above = node.parentId === null ? undefined : byId.get(node.parentId);
  for (let steps = 0; above !== undefined && steps <= byId.size; steps += 1) {
    if (above.id === node.id) return true;
    above = above.parentId === null ? undefined : byId.get(above.parentId);
  }
  return false;
}
