/** Of error correction M: bytes of correction per block, and how many bytes of data each block holds. */
const versions: readonly (readonly [correction: number, ...blocks: number[]])[] = [
  [10, 16],
  [16, 28],
  [26, 44],
  [18, 32, 32],
  [24, 43, 43],
  [16, 27, 27, 27, 27],
  [18, 31, 31, 31, 31],
  [22, 38, 38, 39, 39],
  [22, 36, 36, 36, 37, 37],
  [26, 43, 43, 43, 43, 44],
];
/** Where the centres of the small squares stand, by version. */
const alignments: readonly (readonly number[])[] = [
  ...[[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]],
];

/** The dark squares of a QR code (ISO/IEC 18004, bytes, correction M), row by row. Undefined: the text is longer than 213 bytes. */
export function qrCode(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text);
  const index = versions.findIndex((_, at) => bytes.length + (at < 9 ? 2 : 3) <= dataBytes(at));
  if (index === -1) return undefined;
  const grid = new Grid(index + 1);
  grid.place(interleaved(padded(bytes, index), index));
  return grid.rows();
}

function dataBytes(index: number): number {
  const [, ...blocks] = versions[index] ?? [0];
  return blocks.reduce((sum, bytes) => sum + bytes, 0);
}

/** Kind, length and text, filled up to the size of the version. */
function padded(bytes: Uint8Array, index: number): number[] {
  const lengthBits = index < 9 ? 8 : 16;
  const bits = [...bitsOf(4, 4), ...bitsOf(bytes.length, lengthBits), ...[...bytes].flatMap((byte) => bitsOf(byte, 8))];
  const room = dataBytes(index) * 8;
  while (bits.length < room && (bits.length % 8 !== 0 || bits.length < 4 + lengthBits + bytes.length * 8 + 4))
    bits.push(0);
  const out = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
  for (let fill = 0; out.length < room / 8; fill += 1) out.push(fill % 2 === 0 ? 0xec : 0x11);
  return out;
}

function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => (value >> (count - 1 - at)) & 1);
}

/** A byte of each block in turn, first of the data, then of the correction. */
function interleaved(data: readonly number[], index: number): number[] {
  const [correction, ...lengths] = versions[index] ?? [0];
  let from = 0;
  const blocks = lengths.map((length) => data.slice(from, (from += length)));
  const checks = blocks.map((block) => remainder(block, correction));
  const turns = (parts: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...parts.map(({ length }) => length)) }, (_, at) =>
      parts.flatMap((part) => (at < part.length ? [part[at] as number] : [])),
    ).flat();
  return [...turns(blocks), ...turns(checks)];
}

const [exponents, logarithms] = fieldTables();

/** Powers of two in the field of 256 elements that QR codes count in. */
function fieldTables(): [number[], number[]] {
  const [powers, logs] = [Array<number>(512).fill(0), Array<number>(256).fill(0)];
  for (let power = 0, value = 1; power < 255; power += 1) {
    powers[power] = value;
    powers[power + 255] = value;
    logs[value] = power;
    value = value * 2 >= 256 ? (value * 2) ^ 0x11d : value * 2;
  }
  return [powers, logs];
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : (exponents[(logarithms[a] ?? 0) + (logarithms[b] ?? 0)] ?? 0);
}

/** What Reed and Solomon add to a block. */
function remainder(block: readonly number[], count: number): number[] {
  let generator = [1];
  for (let power = 0; power < count; power += 1) {
    const next = [...generator, 0];
    for (const [at, value] of generator.entries())
      next[at + 1] = (next[at + 1] ?? 0) ^ times(value, exponents[power] ?? 0);
    generator = next;
  }
  const rest = [...block, ...Array<number>(count).fill(0)];
  for (const at of block.keys()) {
    const factor = rest[at] ?? 0;
    for (const [step, value] of generator.entries()) rest[at + step] = (rest[at + step] ?? 0) ^ times(value, factor);
  }
  return rest.slice(block.length);
}

class Grid {
  readonly #size: number;
  readonly #version: number;
  readonly #dark: boolean[][];
  readonly #isFixed: boolean[][];

  constructor(version: number) {
    this.#version = version;
    this.#size = version * 4 + 17;
    const empty = () => Array.from({ length: this.#size }, () => Array<boolean>(this.#size).fill(false));
    [this.#dark, this.#isFixed] = [empty(), empty()];
    this.#drawPatterns();
    this.#drawFormat();
    this.#drawVersion();
  }

  rows(): boolean[][] {
    return this.#dark;
  }

  /** In columns of two from the right, up and down by turns, with the chessboard mask laid over. */
  place(bytes: readonly number[]): void {
    const bits = bytes.flatMap((byte) => bitsOf(byte, 8));
    let at = 0;
    let isUpward = true;
    for (let right = this.#size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5; // the column of the timing pattern
      for (let step = 0; step < this.#size; step += 1) {
        const y = isUpward ? this.#size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.#isFixed[y]?.[x] === true) continue;
          const row = this.#dark[y];
          if (row !== undefined) row[x] = (bits[at] === 1) !== ((x + y) % 2 === 0);
          at += 1;
        }
      }
      isUpward = !isUpward;
    }
  }

  #set(x: number, y: number, isDark: boolean): void {
    const [row, fixed] = [this.#dark[y], this.#isFixed[y]];
    if (row === undefined || fixed === undefined || x < 0 || x >= this.#size) return;
    row[x] = isDark;
    fixed[x] = true;
  }

  #drawPatterns(): void {
    for (let at = 0; at < this.#size; at += 1) {
      this.#set(6, at, at % 2 === 0);
      this.#set(at, 6, at % 2 === 0);
    }
    const last = this.#size - 4;
    for (const [x, y] of [
      [3, 3],
      [last, 3],
      [3, last],
    ] as const)
      this.#drawSquare(x, y, 4);
    const centres = alignments[this.#version - 1] ?? [];
    const end = centres.length - 1;
    for (const [row, y] of centres.entries())
      for (const [column, x] of centres.entries()) {
        const isCorner = (row === 0 && column === 0) || (row === 0 && column === end) || (row === end && column === 0);
        if (!isCorner) this.#drawSquare(x, y, 2);
      }
    this.#set(8, this.#size - 8, true);
  }

  /** Rings around a centre: of a finder, which has a light border, or of an alignment pattern. */
  #drawSquare(x: number, y: number, radius: number): void {
    for (let dy = -radius; dy <= radius; dy += 1)
      for (let dx = -radius; dx <= radius; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        this.#set(x + dx, y + dy, radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
  }

  /** Correction M and mask 0, with their own check bits. */
  #drawFormat(): void {
    let rest = 0;
    for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = rest ^ 0x5412;
    const isDark = (at: number) => ((bits >> at) & 1) === 1;
    for (let at = 0; at < 6; at += 1) this.#set(8, at, isDark(at));
    this.#set(8, 7, isDark(6));
    this.#set(8, 8, isDark(7));
    this.#set(7, 8, isDark(8));
    for (let at = 9; at < 15; at += 1) this.#set(14 - at, 8, isDark(at));
    for (let at = 0; at < 8; at += 1) this.#set(this.#size - 1 - at, 8, isDark(at));
    for (let at = 8; at < 15; at += 1) this.#set(8, this.#size - 15 + at, isDark(at));
  }

  #drawVersion(): void {
    if (this.#version < 7) return;
    let rest = this.#version;
    for (let step = 0; step < 12; step += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.#version << 12) | rest;
    for (let at = 0; at < 18; at += 1) {
      const [near, far] = [Math.floor(at / 3), this.#size - 11 + (at % 3)];
      this.#set(far, near, ((bits >> at) & 1) === 1);
      this.#set(near, far, ((bits >> at) & 1) === 1);
    }
  }
}
