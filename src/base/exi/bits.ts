/** What was given is no message of the schema; the message says why, in words that are ours. */
export class ExiError extends Error {}

/** Bits one after the other, the highest first, as bit-packed EXI has them. */
export class BitWriter {
  private readonly bytes: number[] = [];
  private free = 0;

  bits(count: number, value: number): void {
    for (let left = count - 1; left >= 0; left -= 1) this.bit((value >>> left) & 1);
  }

  /** Seven bits at a time, the lowest first; the eighth says that more follow. */
  unsigned(value: number | bigint): void {
    let rest = BigInt(value);
    do {
      const low = Number(rest & 0x7fn);
      rest >>= 7n;
      this.bits(8, rest === 0n ? low : low | 0x80);
    } while (rest !== 0n);
  }

  octets(value: Uint8Array): void {
    this.unsigned(value.length);
    for (const byte of value) this.bits(8, byte);
  }

  /** Lengths are written plus two, because zero and one point into a table of strings, which ISO 15118 does not use. */
  string(value: string): void {
    const characters = Array.from(value);
    this.unsigned(characters.length + 2);
    for (const character of characters) this.unsigned(character.codePointAt(0) ?? 0);
  }

  integer(value: bigint): void {
    this.bit(value < 0n ? 1 : 0);
    this.unsigned(value < 0n ? -value - 1n : value);
  }

  /** The last byte is filled up with zeros. */
  done(): Buffer {
    return Buffer.from(this.bytes);
  }

  private bit(value: number): void {
    if (this.free === 0) {
      this.bytes.push(0);
      this.free = 8;
    }
    this.free -= 1;
    const last = this.bytes.length - 1;
    this.bytes[last] = (this.bytes[last] ?? 0) | (value << this.free);
  }
}

/** An issuer's serial number has 20 bytes at most. */
const maxIntegerGroups = 40;

export class BitReader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  bits(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) value = (value << 1) | this.bit();
    return value;
  }

  big(): bigint {
    let value = 0n;
    for (let group = 0; group < maxIntegerGroups; group += 1) {
      const byte = this.bits(8);
      value |= BigInt(byte & 0x7f) << BigInt(7 * group);
      if (byte < 0x80) return value;
    }
    throw new ExiError('a number in it is too long');
  }

  octets(): Buffer {
    const length = this.length();
    return Buffer.from(Array.from({ length }, () => this.bits(8)));
  }

  string(): string {
    const told = this.length();
    if (told < 2) throw new ExiError('it refers to a table of strings, which ISO 15118 does not use');
    const points = Array.from({ length: told - 2 }, () => Number(this.big()));
    if (points.some((point) => point > 0x10ffff)) throw new ExiError('a character in it is none');
    return String.fromCodePoint(...points);
  }

  integer(): bigint {
    const isNegative = this.bit() === 1;
    const magnitude = this.big();
    return isNegative ? -magnitude - 1n : magnitude;
  }

  /** Nothing in a message is longer than the rest of it. */
  private length(): number {
    const length = this.big();
    const left = this.bytes.length - Math.floor(this.at / 8);
    if (length > BigInt(left) + 2n) throw new ExiError('it ends too early');
    return Number(length);
  }

  private bit(): number {
    const byte = this.bytes[this.at >>> 3];
    if (byte === undefined) throw new ExiError('it ends too early');
    const value = (byte >>> (7 - (this.at & 7))) & 1;
    this.at += 1;
    return value;
  }
}
