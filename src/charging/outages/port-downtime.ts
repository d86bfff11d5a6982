import { clip, intersection, lengthsWithin, type Span, union } from './spans.ts';

/** An outage as far as a port is concerned; one without a connector is of the whole station. */
export type PortOutage = {
  connectorId: number | null;
  cause: string;
  code: string | null;
  from: number;
  /** null: it lasts. */
  to: number | null;
  isExcluded: boolean;
};

export type Port = {
  connectors: readonly { connectorId: number; since: number }[];
  outages: readonly PortOutage[];
  /** null: always open. */
  openHours: readonly Span[] | null;
};

export type PortDowntime = {
  period: Span;
  down: Span[];
  /** As far as that counts against the operator. */
  counted: Span[];
  causes: Cause[];
};

export type Cause = { cause: string; code: string | null; ms: number; times: number };

/**
 * A port (EVSE) is down while its whole station is, or all its connectors are. What is excluded is taken away as if it had not
 * happened: what is still down then, within opening hours, counts.
 */
export function portDowntime(port: Port, period: Span): PortDowntime {
  const since = Math.min(...port.connectors.map((connector) => connector.since));
  const there = { from: Math.max(period.from, since), to: Math.max(period.to, since, period.from) };
  const outages = port.outages.flatMap((outage) => {
    const span = clip({ from: outage.from, to: outage.to ?? there.to }, there);
    return span.to > span.from ? [{ ...outage, ...span }] : [];
  });
  const down = downBy(outages, port, there);
  const counted = downBy(
    outages.filter(({ isExcluded }) => !isExcluded),
    port,
    there,
  );
  return {
    period: there,
    down,
    counted: port.openHours === null ? counted : intersection(counted, port.openHours),
    causes: causesOf(outages, down),
  };
}

type Clipped = PortOutage & { to: number };

function downBy(outages: readonly Clipped[], { connectors }: Port, there: Span): Span[] {
  const byConnector = Map.groupBy(outages, ({ connectorId }) => connectorId);
  const ofConnectors = connectors.map(({ connectorId, since }) =>
    union([
      clip({ from: there.from, to: since }, there), // what was not there yet could not charge either
      ...(byConnector.get(connectorId) ?? []),
    ]),
  );
  const [first = [], ...rest] = ofConnectors;
  return union([...(byConnector.get(null) ?? []), ...rest.reduce<Span[]>(intersection, first)]);
}

/** Each moment belongs to what began first of all that was wrong then, so that the causes add up to the whole. */
function causesOf(outages: readonly Clipped[], down: readonly Span[]): Cause[] {
  const inOrder = outages.toSorted((a, b) => a.from - b.from || a.to - b.to);
  let coveredTo = Number.NEGATIVE_INFINITY;
  const own = inOrder.map(({ from, to }) => {
    const span = { from: Math.max(from, coveredTo), to };
    coveredTo = Math.max(coveredTo, to);
    return span;
  });
  const lengths = lengthsWithin(down, own);
  const causes = new Map<string, Cause>();
  for (const [index, { cause, code }] of inOrder.entries()) {
    const ms = lengths[index] ?? 0;
    if (ms === 0) continue;
    const key = JSON.stringify([cause, code]);
    const known = causes.get(key) ?? { cause, code, ms: 0, times: 0 };
    causes.set(key, { ...known, ms: known.ms + ms, times: known.times + 1 });
  }
  return [...causes.values()].toSorted((a, b) => b.ms - a.ms);
}
