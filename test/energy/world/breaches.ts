import type { SiteTree } from '../../../src/contract/energy/site-tree.ts';

type Draw = { nodeId: string; amperes: number; phases: 1 | 2 | 3 };

export type Breach = { nodeId: string; line: number; from: number; seconds: number; maxA: number; limitA: number };

/**
 * What truly flows on every line, by plain sums: all loads are resistive and between a line and neutral, so currents on a line add
 * up. Nothing of the product's arithmetic is used.
 */
export class BreachWatch {
  /** Ended and running ones, however short. */
  readonly all: Breach[] = [];
  private readonly running = new Map<string, Breach>();
  private readonly above = new Map<string, string[]>();
  private readonly limits = new Map<string, readonly number[]>();
  private readonly lines = new Map<string, number[]>();
  checks = 0;

  constructor({ nodes }: SiteTree) {
    const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
    for (const { id, limitA, evse } of nodes) {
      const chain: string[] = [];
      for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) chain.push(at);
      this.above.set(id, chain);
      if (limitA !== null) this.limits.set(id, typeof limitA === 'number' ? [limitA, limitA, limitA] : limitA);
      if (evse !== null)
        this.lines.set(
          id,
          evse.phaseRotation.split('').map((letter) => 'RST'.indexOf(letter)),
        );
    }
  }

  look(
    now: number,
    draws: readonly Draw[],
    evenA: ReadonlyMap<string, number>,
    limitOf: (id: string) => number | null,
  ) {
    const sums = new Map<string, [number, number, number]>();
    const add = (nodeId: string, line: number, amperes: number) => {
      for (const id of this.above.get(nodeId) ?? []) {
        const sum = sums.get(id) ?? [0, 0, 0];
        sum[line] = (sum[line] ?? 0) + amperes;
        sums.set(id, sum);
      }
    };
    for (const { nodeId, amperes, phases } of draws)
      for (const line of (this.lines.get(nodeId) ?? []).slice(0, phases)) add(nodeId, line, amperes);
    for (const [nodeId, amperes] of evenA) for (const line of [0, 1, 2]) add(nodeId, line, amperes);
    for (const [nodeId, lines] of sums) {
      const own = this.limits.get(nodeId);
      const temporaryA = limitOf(nodeId);
      for (const [line, flowing] of lines.entries()) {
        const limitA = Math.min(own?.[line] ?? Number.POSITIVE_INFINITY, temporaryA ?? Number.POSITIVE_INFINITY);
        if (Number.isFinite(limitA)) this.note({ nodeId, line, now, flowing, limitA });
      }
    }
  }

  longestSeconds(): number {
    return Math.max(0, ...this.all.map(({ seconds }) => seconds));
  }

  private note({ nodeId, line, now, flowing, limitA }: Flow): void {
    this.checks += 1;
    const key = `${nodeId} ${line}`;
    const running = this.running.get(key);
    if (flowing <= limitA + 0.05) {
      this.running.delete(key);
      return;
    }
    const breach = running ?? { nodeId, line: line + 1, from: now, seconds: 0, maxA: 0, limitA };
    breach.seconds = (now - breach.from) / 1000;
    breach.maxA = Math.max(breach.maxA, flowing);
    if (running === undefined) {
      this.running.set(key, breach);
      this.all.push(breach);
    }
  }
}

type Flow = { nodeId: string; line: number; now: number; flowing: number; limitA: number };
