/** `cut` ends the connection of the holder, who then leaves. */
type Holder = { since: number; cut(): void };
type Waiting = { enter(leave: Leave): void; cut(): void };
export type Leave = () => void;

export type PlaceRules = {
  /** How many handshakes may be under way; each holds memory and takes time. */
  places: number;
  /** Further connections wait unread, which costs a socket and nothing more. */
  maxWaiting: number;
  /** A handshake that takes longer may have to go when somebody else needs the place. */
  graceMs: number;
  /** How many of them one network may hold at most; absent: all. */
  placesOf?(network: string): number;
};

/**
 * Places for handshakes that have begun and not ended. Networks take turns, and whoever holds most places with slow handshakes loses the oldest to a
 * network that holds fewer: one that opens thousands and stays silent keeps nobody else out.
 */
export class HandshakePlaces {
  private readonly held = new Map<string, Set<Holder>>();
  private readonly waiting = new Map<string, Waiting[]>();
  private holding = 0;
  private inLine = 0;
  private readonly rules: PlaceRules;
  private readonly elapsedMs: () => number;

  constructor(rules: PlaceRules, elapsedMs = () => performance.now()) {
    this.rules = rules;
    this.elapsedMs = elapsedMs;
  }

  /** Calls `enter` once there is a place; returns how to stop waiting. Undefined: too many wait. */
  enter(network: string, waiting: Waiting): Leave | undefined {
    if (this.isFreeFor(network)) {
      this.begin(network, waiting);
      return () => undefined;
    }
    if (this.inLine >= this.rules.maxWaiting) return undefined;
    const line = this.waiting.get(network) ?? [];
    this.waiting.set(network, line);
    line.push(waiting);
    this.inLine += 1;
    this.cutSlowest(network);
    return () => {
      const at = line.indexOf(waiting);
      if (at === -1) return;
      line.splice(at, 1);
      this.inLine -= 1;
      if (line.length === 0 && this.waiting.get(network) === line) this.waiting.delete(network);
    };
  }

  private isFreeFor(network: string): boolean {
    const { places, placesOf } = this.rules;
    const own = this.held.get(network)?.size ?? 0;
    return this.holding < places && (placesOf === undefined || own < placesOf(network));
  }

  private begin(network: string, { enter, cut }: Waiting): void {
    const holders = this.held.get(network) ?? new Set();
    this.held.set(network, holders);
    const holder: Holder = { since: this.elapsedMs(), cut };
    holders.add(holder);
    this.holding += 1;
    enter(() => {
      if (!holders.delete(holder)) return;
      if (holders.size === 0 && this.held.get(network) === holders) this.held.delete(network);
      this.holding -= 1;
      this.next();
    });
  }

  /** Lets in as many as there is room for: with the first of a network that is let in, it may have got more places. */
  private next(): void {
    for (let network = this.nextNetwork(); network !== undefined; network = this.nextNetwork()) {
      const line = this.waiting.get(network) ?? [];
      const waiting = line.shift();
      this.waiting.delete(network);
      if (line.length > 0) this.waiting.set(network, line); // the others come first now
      if (waiting === undefined) continue;
      this.inLine -= 1;
      this.begin(network, waiting);
    }
  }

  private nextNetwork(): string | undefined {
    if (this.holding >= this.rules.places) return undefined;
    for (const network of this.waiting.keys()) if (this.isFreeFor(network)) return network;
    return undefined;
  }

  private cutSlowest(network: string): void {
    let largest: Set<Holder> = new Set();
    for (const holders of this.held.values()) if (holders.size > largest.size) largest = holders;
    const own = this.held.get(network)?.size ?? 0;
    const [oldest] = largest;
    if (oldest === undefined || own + 1 >= largest.size) return;
    if (this.elapsedMs() - oldest.since >= this.rules.graceMs) oldest.cut();
  }
}
