import type { SeriesKind, TemporaryLimit } from '#contract/energy/site-energy.ts';
import type { SiteNode, SiteTree } from '#contract/energy/site-tree.ts';
import type { GridEvent } from './event.ts';
import { flatten, type GridSpan, isFor, spansOf } from './intervals.ts';

/** What the grid operator wants of a site: limits for a while, and what energy costs. */
export type SiteDemands = {
  limits: TemporaryLimit[];
  series: { kind: SeriesKind; points: { from: string; value: number }[]; until: string }[];
  problems: string[];
};

type Site = { siteId: string; tree: SiteTree; venName: string | null };

/** Of the connection, by the levels of a simple signal; the highest level leaves each EVSE its minimum. */
const simpleShares = [1, 0.75, 0.5] as const;
const seriesOf: Record<string, { kind: SeriesKind; perUnit: (units: string | null) => number }> = {
  PRICE: { kind: 'import-price', perUnit: pricePart },
  EXPORT_PRICE: { kind: 'export-price', perUnit: pricePart },
  // OpenADR counts grams for each kWh.
  GHG: { kind: 'carbon', perUnit: (units) => (units?.toUpperCase().startsWith('KG') === true ? 1 : 0.001) },
};
/** What a site could do and does not: the operator's people have to hear that nobody follows it. */
const unfollowed = /^(?:IMPORT|EXPORT)_CAPACITY_(?:SUBSCRIPTION|RESERVATION)|^CHARGE_STATE_SETPOINT$|^(?:CURVE|OLS)$/;
/** For people, or of past energy. */
const informing = /^(?:ALERT|CTA)/;

/** What all events together want of a site from now on. What cannot be understood is named, and harms nothing else. */
export function demandsOf(events: readonly GridEvent[], site: Site, now: number): SiteDemands {
  const problems: string[] = [];
  const names = [site.siteId, ...(site.venName === null ? [] : [site.venName])];
  const spans = events
    .filter((event) => isFor(event, names))
    .flatMap((event) => spansOf(event, { siteId: site.siteId, now }))
    .filter(({ until }) => until > now);
  const byNode = new Map<string, LimitSpan[]>();
  for (const span of spans) {
    if (seriesOf[span.type] !== undefined) continue;
    const wanted = limitSpans(span, site);
    if (typeof wanted === 'string') problems.push(wanted);
    else for (const each of wanted) byNode.set(each.key, [...(byNode.get(each.key) ?? []), each]);
  }
  return {
    limits: [...byNode.values()].flatMap((ofKey) => piecesOf(ofKey, now)),
    series: Object.entries(seriesOf).flatMap(([type, how]) => seriesFrom(spans, type, how)),
    problems: [...new Set(problems)],
  };
}

type Field = 'limitA' | 'limitW' | 'exportLimitW';
type LimitSpan = {
  key: string;
  nodeId: string;
  field: Field;
  value: number;
  from: number;
  until: number;
  priority: number;
  type: string;
};

/** The limits that a span means; a sentence where it means none that we know. */
function limitSpans(span: GridSpan, { tree }: Site): LimitSpan[] | string {
  const { type, value, from, until, priority, eventId, units } = span;
  const root = tree.nodes.find(({ parentId }) => parentId === null);
  if (root === undefined) return 'the site has no connection to the grid';
  const at = (nodeId: string, field: Field, amount: number): LimitSpan => ({
    key: `${nodeId} ${field}`,
    nodeId,
    field,
    value: amount,
    from,
    until,
    priority,
    type,
  });
  if (type === 'ALERT_GRID_EMERGENCY') return minimumOnly(tree).map(({ id, minA }) => at(id, 'limitA', minA));
  if (informing.test(type)) return [];
  if (unfollowed.test(type)) return `${type} of event ${eventId} is not followed here`;
  if (value === null) return `${type} of event ${eventId} has no number as its value`;
  const watts = value * (units?.toUpperCase() === 'W' ? 1 : units?.toUpperCase() === 'MW' ? 1e6 : 1000);
  switch (type) {
    case 'IMPORT_CAPACITY_LIMIT':
      if (watts < 0) return `${type} of event ${eventId} is below zero`;
      return [at(root.id, 'limitW', watts)];
    case 'EXPORT_CAPACITY_LIMIT':
      if (watts < 0) return `${type} of event ${eventId} is below zero`;
      return [at(root.id, 'exportLimitW', watts)];
    case 'DISPATCH_SETPOINT':
      // A limit of nothing would stop all cars and still give nothing.
      if (watts < 0) return `${type} of event ${eventId} asks the site to give power, which is not followed here`;
      return [at(root.id, 'limitW', watts)];
    case 'SIMPLE':
      return (
        simpleLimits(value, { root, tree, at }) ??
        `SIMPLE of event ${eventId} is ${value}, which is no level from 0 to 3`
      );
    default:
      return `${type} of event ${eventId} is not known here`;
  }
}

type SimpleNeeds = { root: SiteNode; tree: SiteTree; at: (nodeId: string, field: Field, amount: number) => LimitSpan };

function simpleLimits(level: number, { root, tree, at }: SimpleNeeds): LimitSpan[] | undefined {
  if (level === 3) return minimumOnly(tree).map(({ id, minA }) => at(id, 'limitA', minA));
  const share = simpleShares[level];
  if (share === undefined) return undefined;
  if (share === 1) return [];
  const { limitA, limitW } = root;
  const lowestA = typeof limitA === 'number' ? limitA : Math.min(...(limitA ?? [Number.POSITIVE_INFINITY]));
  if (limitW !== null) return [at(root.id, 'limitW', limitW * share)];
  if (Number.isFinite(lowestA)) return [at(root.id, 'limitA', lowestA * share)];
  return evsesOf(tree).map(({ id, maxA, minA }) => at(id, 'limitA', Math.max(minA, maxA * share)));
}

function minimumOnly(tree: SiteTree): { id: string; minA: number }[] {
  return evsesOf(tree);
}

function evsesOf({ nodes }: SiteTree): { id: string; minA: number; maxA: number }[] {
  return nodes.flatMap(({ id, evse }) => (evse === null ? [] : [{ id, minA: evse.minA, maxA: evse.maxA }]));
}

function piecesOf(spans: readonly LimitSpan[], now: number): TemporaryLimit[] {
  const [first] = spans;
  if (first === undefined) return [];
  const { nodeId, field } = first;
  const why = `OpenADR ${[...new Set(spans.map(({ type }) => type))].join(', ')}`;
  return flatten(spans)
    .filter(({ until }) => until > now)
    .map(({ from, until, value }) => ({
      nodeId,
      limitA: null,
      limitW: null,
      [field]: value,
      from: from <= now ? null : new Date(from).toISOString(),
      until: Number.isFinite(until) ? new Date(until).toISOString() : null,
      why,
    }));
}

function seriesFrom(
  spans: readonly GridSpan[],
  type: string,
  { kind, perUnit }: (typeof seriesOf)[string],
): SiteDemands['series'] {
  const priced = spans.flatMap(({ type: of, value, units, ...rest }) =>
    of === type && value !== null && Number.isFinite(rest.until) ? [{ ...rest, value: value * perUnit(units) }] : [],
  );
  const pieces = flatten(priced);
  const last = pieces.at(-1);
  if (last === undefined) return [];
  const points = pieces.map(({ from, value }) => ({ from: new Date(from).toISOString(), value }));
  return [{ kind, points, until: new Date(last.until).toISOString() }];
}

function pricePart(units: string | null): number {
  return units?.toUpperCase() === 'MWH' ? 0.001 : 1;
}
