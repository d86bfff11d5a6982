/** Reads that were asked for in the same moment become one round trip; a key without a value is absent. */
export class Batcher<Value> {
  private readonly readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  private gathering: { keys: Set<string>; read: Promise<ReadonlyMap<string, Value>> } | undefined;

  constructor(readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>) {
    this.readMany = readMany;
  }

  async read(key: string): Promise<Value | undefined> {
    this.gathering ??= this.gather();
    this.gathering.keys.add(key);
    return (await this.gathering.read).get(key);
  }

  private gather() {
    const keys = new Set<string>();
    const moment = new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    const read = moment.then(() => {
      this.gathering = undefined; // whoever asks from now on may want what has changed meanwhile
      return this.readMany([...keys]);
    });
    return { keys, read };
  }
}
