/** How what happens here is told to the other nodes of an installation. Whoever misses it finds out from the database, or not at all. */
export type OtherNodes = {
  publish(subject: string, body: unknown): void;
  subscribe(subject: string, hear: (body: unknown) => void): void;
};

export const noOtherNodes: OtherNodes = { publish: () => undefined, subscribe: () => undefined };

type Needs = {
  others: OtherNodes;
  subject: string;
  /** Another node counted so many. */
  add(key: string, count: number): void;
  everyMs?: number;
};

/** Nodes tell each other what they count, a second late at most, so that a limit holds for all of them together. */
export class SharedCounts {
  private readonly needs: Needs;
  private untold = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(needs: Needs) {
    this.needs = needs;
    needs.others.subscribe(needs.subject, (counts) => {
      for (const [key, count] of counts as [string, number][]) needs.add(key, count);
    });
  }

  note(key: string): void {
    if (this.needs.others === noOtherNodes) return;
    this.untold.set(key, (this.untold.get(key) ?? 0) + 1);
    this.timer ??= setTimeout(() => this.tell(), this.needs.everyMs ?? 1_000).unref();
  }

  private tell(): void {
    this.timer = undefined;
    const counts = [...this.untold];
    this.untold = new Map();
    this.needs.others.publish(this.needs.subject, counts);
  }
}
