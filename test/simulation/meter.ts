/** A meter that counts what really flows, in Wh. */
export class Meter {
  private registerWh: number;
  /** Readings of the whole station. No two are alike, so that a reading tells which message it came with. */
  private readonly used: Set<number>;

  constructor(registerWh: number, used: Set<number>) {
    this.registerWh = registerWh;
    this.used = used;
  }

  flow(wh: number): number {
    this.registerWh += wh;
    return wh;
  }

  /** The meter was replaced or lost its memory. */
  reset(): void {
    this.registerWh = 0;
  }

  /** A reading that this meter does not show: the lowest that nobody has told. */
  unusedReading(): number {
    let wh = 0;
    while (this.used.has(wh)) wh += 1;
    this.used.add(wh);
    return wh;
  }

  /** Where the reading was shown before, a little more flows first. */
  read(): { registerWh: number; flowedWh: number } {
    let flowedWh = 0;
    while (this.used.has(this.registerWh)) flowedWh += this.flow(1);
    this.used.add(this.registerWh);
    return { registerWh: this.registerWh, flowedWh };
  }
}
