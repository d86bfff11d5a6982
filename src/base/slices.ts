import { setImmediate as nextTurn } from 'node:timers/promises';

/** Divides long work into slices: between two of them everybody else gets a turn. */
export class Slices {
  private readonly sliceMs: number;
  private endsAt: number;

  constructor(sliceMs = 3) {
    this.sliceMs = sliceMs;
    this.endsAt = performance.now() + sliceMs;
  }

  /** Asked between two steps, so that most steps cost no promise. */
  get isOver(): boolean {
    return performance.now() >= this.endsAt;
  }

  async rest(): Promise<void> {
    await nextTurn();
    this.endsAt = performance.now() + this.sliceMs;
  }
}
