import type { SiteTree } from '../../../src/contract/energy/site-tree.ts';

type Draw = { nodeId: string; amperes: number; phases: 1 | 2 | 3 };

export type Breach = { nodeId: string; line: number; from: number; seconds: number; maxA: number; limitA: number };

type Moment = {
  now: number;
  draws: readonly Draw[];
  evenA: ReadonlyMap<string, number>;
  limitOf(id: string): number | null;
  /** Whether the product runs. */
  isReacting: boolean;
};

/** A node with a limit, what flows on its lines, and what it is allowed to carry. */
type Watched = { nodeId: string; limitA: readonly number[]; flowing: Float64Array; running: (Breach | undefined)[] };

/**
 * What truly flows on every line, by plain sums: all loads are resistive and between a line and neutral, so currents on a line add
 * up. Nothing of the product's arithmetic is used.
 */
export class BreachWatch {
  /** Ended and running ones, however short. */
  readonly all: Breach[] = [];
  private readonly watched: Watched[];
  private readonly above = new Map<string, Watched[]>();
  private readonly lines = new Map<string, number[]>();
  checks = 0;
  /** Of any limit, what was used of it at most while the product ran. */
  highestShare = 0;
  private lookedAt: number | null = null;

  constructor({ nodes }: SiteTree) {
    const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
    this.watched = nodes.flatMap(({ id, limitA }) => {
      if (limitA === null) return [];
      const perLine = typeof limitA === 'number' ? [limitA, limitA, limitA] : limitA;
      return [{ nodeId: id, limitA: perLine, flowing: new Float64Array(3), running: [] }];
    });
    const byId = new Map(this.watched.map((each) => [each.nodeId, each]));
    for (const { id, evse } of nodes) {
      const chain: Watched[] = [];
      for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) {
        const watched = byId.get(at);
        if (watched !== undefined) chain.push(watched);
      }
      this.above.set(id, chain);
      if (evse !== null)
        this.lines.set(
          id,
          evse.phaseRotation.split('').map((letter) => 'RST'.indexOf(letter)),
        );
    }
  }

  look({ now, draws, evenA, limitOf, isReacting }: Moment): void {
    for (const { flowing } of this.watched) flowing.fill(0);
    for (const { nodeId, amperes, phases } of draws) {
      const lines = this.lines.get(nodeId) ?? [];
      for (const { flowing } of this.above.get(nodeId) ?? [])
        for (let phase = 0; phase < phases; phase += 1) {
          const line = lines[phase] ?? 0;
          flowing[line] = (flowing[line] ?? 0) + amperes;
        }
    }
    for (const [nodeId, amperes] of evenA)
      for (const { flowing } of this.above.get(nodeId) ?? [])
        for (let line = 0; line < 3; line += 1) flowing[line] = (flowing[line] ?? 0) + amperes;
    for (const watched of this.watched) {
      const temporaryA = limitOf(watched.nodeId) ?? Number.POSITIVE_INFINITY;
      for (let line = 0; line < 3; line += 1) this.note(watched, line, { now, temporaryA, isReacting });
    }
    this.lookedAt = now;
  }

  longestSeconds(): number {
    return this.all.reduce((longest, { seconds }) => Math.max(longest, seconds), 0);
  }

  private note(
    { nodeId, limitA: own, flowing, running }: Watched,
    line: number,
    { now, temporaryA, isReacting }: { now: number; temporaryA: number; isReacting: boolean },
  ): void {
    this.checks += 1;
    const limitA = Math.min(own[line] ?? Number.POSITIVE_INFINITY, temporaryA);
    const amperes = flowing[line] ?? 0;
    if (isReacting) this.highestShare = Math.max(this.highestShare, amperes / limitA);
    if (amperes <= limitA + 0.05) {
      running[line] = undefined;
      return;
    }
    // It may have begun right after the last look.
    const breach = running[line] ?? { nodeId, line: line + 1, from: this.lookedAt ?? now, seconds: 0, maxA: 0, limitA };
    // Whoever is down cannot react: the time begins anew when the product is back.
    if (!isReacting) breach.from = now;
    breach.seconds = Math.max(breach.seconds, (now - breach.from) / 1000);
    breach.maxA = Math.max(breach.maxA, amperes);
    if (running[line] === undefined) this.all.push(breach);
    running[line] = breach;
  }
}
