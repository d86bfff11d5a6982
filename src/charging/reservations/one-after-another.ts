/** Work that must not overlap, by what it is about; in this process only. */
export class OneAfterAnother {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(key);
    const running = (before ?? Promise.resolve()).catch(() => undefined).then(work);
    this.last.set(key, running);
    try {
      return await running;
    } finally {
      if (this.last.get(key) === running) this.last.delete(key);
    }
  }

  /** Resolves once everything begun so far has ended, however it ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.last.values());
  }
}
