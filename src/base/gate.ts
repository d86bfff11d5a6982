type Leave = () => void;

export type GateOptions = {
  places: number;
  /** How many may stand in each line; without it nobody is turned away. */
  maxWaiting?: number;
};

/** Lets a bounded number through at a time. Those that go first overtake the line, the others follow in the order they came. */
export class Gate {
  private inside = 0;
  private readonly first: ((leave: Leave) => void)[] = [];
  private readonly others: ((leave: Leave) => void)[] = [];
  private readonly options: GateOptions;

  constructor(options: GateOptions) {
    this.options = options;
  }

  /** Resolves once it is one's turn, with what has to be called when one is through. Undefined: the line is too long. */
  enter({ isFirst = false } = {}): Promise<Leave> | undefined {
    const { places, maxWaiting = Infinity } = this.options;
    if (this.inside < places) return Promise.resolve(this.take());
    // One who goes first is not kept out by a line of others.
    const line = isFirst ? this.first : this.others;
    return line.length >= maxWaiting ? undefined : new Promise((resolve) => void line.push(resolve));
  }

  /** Does the work once it is one's turn; for a gate that turns nobody away. */
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
