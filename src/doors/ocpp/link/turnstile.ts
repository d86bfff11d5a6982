type Waiting = { resolve(leave: () => void): void };

export type TurnstileOptions = {
  /** How many are admitted at the same time. */
  width: number;
  /** How many may stand in line; stations try again by themselves. */
  maxWaiting: number;
};

/**
 * Lets a bounded number through at a time. After an outage every station returns at once: those that are charging have energy to
 * report and go first, the others follow in the order they came.
 */
export class Turnstile {
  private inside = 0;
  private readonly first: Waiting[] = [];
  private readonly others: Waiting[] = [];
  private readonly options: TurnstileOptions;

  constructor(options: TurnstileOptions) {
    this.options = options;
  }

  /** Resolves once it is one's turn, with what has to be called when one is through. Undefined: the line is too long. */
  enter({ isFirst }: { isFirst: boolean }): Promise<() => void> | undefined {
    if (this.inside < this.options.width) return Promise.resolve(this.take());
    // One who goes first is not kept out by a line of others.
    const line = isFirst ? this.first : this.others;
    if (line.length >= this.options.maxWaiting) return undefined;
    return new Promise((resolve) => {
      line.push({ resolve });
    });
  }

  private take(): () => void {
    this.inside += 1;
    let isThrough = false;
    return () => {
      if (isThrough) return;
      isThrough = true;
      this.inside -= 1;
      const next = this.first.shift() ?? this.others.shift();
      next?.resolve(this.take());
    };
  }
}
