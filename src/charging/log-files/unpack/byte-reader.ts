/** Reads a stream in pieces of a wanted size. */
export class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** So many bytes, or fewer where the stream ends before. */
  async take(count: number): Promise<Buffer> {
    while (this.rest.length < count && (await this.fill()));
    const taken = this.rest.subarray(0, count);
    this.rest = this.rest.subarray(taken.length);
    return taken;
  }

  /** The first bytes, which stay to be read. */
  async peek(count: number): Promise<Buffer> {
    while (this.rest.length < count && (await this.fill()));
    return this.rest.subarray(0, count);
  }

  /** So many bytes as they come. */
  async *chunks(count = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    let left = count;
    while (left > 0 && (this.rest.length > 0 || (await this.fill()))) {
      const chunk = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(chunk.length);
      left -= chunk.length;
      yield chunk;
    }
  }

  async close(): Promise<void> {
    await this.source.return?.();
  }

  private async fill(): Promise<boolean> {
    const next = await this.source.next();
    if (next.done === true) return false;
    this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value]);
    return true;
  }
}
