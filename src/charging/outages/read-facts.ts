import { isTellingLate, nextConnector, nextLink, nothingKnown, type StationState, settled } from './fold-station.ts';
import { connectorOutages, type FoldedOutage, linkOutages, named, type Unnamed } from './outages-in.ts';
import type { LinkFact, StationFact, StatusFact } from './station-facts.ts';

export type StationReading = {
  state: StationState;
  /** What these facts opened, closed or moved, by id. */
  outages: Map<string, FoldedOutage>;
  gone: Set<string>;
};

/** No station has more; one that names more is heard as far as these. The work and the memory it may cost us end here. */
const maxConnectors = 500;

/** Goes on with a station's facts, in the order of the ledger, and tells which outages follow. A fact costs what it changes. */
export function readFacts(
  stationId: string,
  facts: Iterable<StationFact>,
  before: StationState = nothingKnown,
): StationReading {
  const reading = new Reading(before);
  for (const fact of facts) {
    if (fact.kind === 'status') reading.hearStatus(fact);
    else reading.hearLink(fact);
  }
  const outages = [...reading.told.values()].map((each) => named(stationId, each));
  const gone = [...reading.gone.values()].map((each) => named(stationId, each).id);
  return { state: reading.state, outages: new Map(outages.map((each) => [each.id, each])), gone: new Set(gone) };
}

class Reading {
  readonly state: StationState;
  /** By what makes them what they are: ids are made once, at the end. */
  readonly told = new Map<string, Unnamed>();
  readonly gone = new Map<string, Unnamed>();
  private connectorCount: number;

  constructor(before: StationState) {
    this.state = { ...before, connectors: { ...before.connectors } };
    this.connectorCount = Object.keys(before.connectors).length;
  }

  hearStatus(fact: StatusFact): void {
    const { state } = this;
    const key = `${fact.evseId}.${fact.connectorId}`;
    const known = state.connectors[key];
    const isOfStation = fact.evseId === 0 && fact.connectorId === 0;
    if (known === undefined && !isOfStation && this.connectorCount >= maxConnectors) return;
    const next = nextConnector(state, known, fact);
    if (next === undefined) return;
    this.exchange(known === undefined ? [] : connectorOutages(key, known), connectorOutages(key, next.connector));
    state.clockAheadMs = next.clockAheadMs;
    state.connectors[key] = settled(next.connector, { isTellingLate: isTellingLate(state.link, fact.recordedAt) });
    if (known === undefined) this.connectorCount += 1;
  }

  hearLink(fact: LinkFact): void {
    const { state } = this;
    const before = state.link;
    const link = nextLink(before, fact);
    if (link === before) return;
    // The last time offline is over and stays as it is: the next one follows it.
    this.exchange(before?.isOnline === true ? [] : linkOutages(before), linkOutages(link));
    state.link = link;
    if (link?.isOnline === true && isTellingLate(before, fact.at)) return;
    for (const [key, connector] of Object.entries(state.connectors))
      state.connectors[key] = settled(connector, { isTellingLate: false });
  }

  private exchange(before: readonly Unnamed[], now: readonly Unnamed[]): void {
    for (const outage of before) {
      this.told.delete(keyOf(outage));
      this.gone.set(keyOf(outage), outage);
    }
    for (const outage of now) {
      this.told.set(keyOf(outage), outage);
      this.gone.delete(keyOf(outage));
    }
  }
}

function keyOf({ evseId, connectorId, cause, code, from }: Unnamed): string {
  return `${evseId} ${connectorId} ${cause} ${from} ${code}`;
}
