type Leave = () => void;

export type GateOptions = {
  places: number;
  /** How many may wait in each line; absent: nobody is turned away. */
  maxWaiting?: number;
};

/** Lets a bounded number through at a time. Callers with priority overtake the line; the others follow in the order in which they came. */
export class Gate {
  private inside = 0;
  private readonly first: ((leave: Leave) => void)[] = [];
  private readonly others: ((leave: Leave) => void)[] = [];
  private readonly options: GateOptions;

  constructor(options: GateOptions) {
    this.options = options;
  }

  /** Resolves when it is the caller's turn, with a function to call afterwards. Undefined: the line is too long. */
  enter({ isFirst = false } = {}): Promise<Leave> | undefined {
    const { places, maxWaiting = Infinity } = this.options;
    if (this.inside < places) return Promise.resolve(this.take());
    // The line of the others does not keep out a caller with priority.
    const line = isFirst ? this.first : this.others;
    return line.length >= maxWaiting ? undefined : new Promise((resolve) => void line.push(resolve));
  }

  /** Does the work when it is the caller's turn; for a gate that turns nobody away. */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave?.();
    }
  }

  private take(): Leave {
    this.inside += 1;
    let isThrough = false;
    return () => {
      if (isThrough) return;
      isThrough = true;
      this.inside -= 1;
      const next = this.first.shift() ?? this.others.shift();
      next?.(this.take());
    };
  }
}
