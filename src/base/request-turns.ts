/**
 * Lets the requests of a door begin one in each turn of the event loop. Node takes all that have arrived in one go: a thousand at once
 * would keep everybody else waiting until the last of them was answered.
 */
export class RequestTurns {
  private readonly known: (() => void)[] = [];
  private readonly others: (() => void)[] = [];
  private isTaken = false;

  /** Undefined: it may begin at once. Whoever says who it is comes before those who do not. */
  enter({ isKnown }: { isKnown: boolean }): Promise<void> | undefined {
    if (!this.isTaken) {
      this.isTaken = true;
      setImmediate(() => this.next());
      return undefined;
    }
    return new Promise((resolve) => (isKnown ? this.known : this.others).push(resolve));
  }

  private next(): void {
    const begin = this.known.shift() ?? this.others.shift();
    this.isTaken = begin !== undefined;
    if (begin === undefined) return;
    setImmediate(() => this.next());
    begin();
  }
}
