import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

const uri =
  'otpauth://totp/SIGEC-VE:ana%40house.example?issuer=SIGEC-VE&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30';

test.each(['a', 'SIGEC', uri, 'x'.repeat(213)])('a reader finds "%s" in its picture', (text) => {
  expect(readQrCode(qrCode(text) ?? [])).toBe(text);
});

test('a text that does not fit has no picture', () => {
  expect(qrCode('x'.repeat(214))).toBeUndefined();
});

test('the format is the one that the standard prints for correction M and mask 0', () => {
  const rows = qrCode('a') ?? [];
  const bits = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => rows[8]?.[x]).map((isDark) => (isDark === true ? 1 : 0));
  expect(bits.join('')).toBe('10101000'); // 101010000010010 begins so
});

/** Reads as a camera's program does, by its own tables: format, mask, the way of the bits, blocks, and that the correction finds no error. */
function readQrCode(rows: readonly (readonly boolean[])[]): string {
  const size = rows.length;
  const version = (size - 17) / 4;
  const shapes: Record<number, [number, number[]]> = {
    1: [10, [16]],
    8: [22, [38, 38, 39, 39]],
    7: [18, [31, 31, 31, 31]],
    10: [26, [43, 43, 43, 43, 44]],
  };
  const [correction, lengths] = shapes[version] ?? [0, []];
  const centres: Record<number, number[]> = { 1: [], 7: [6, 22, 38], 8: [6, 24, 42], 10: [6, 28, 50] };
  const isFixed = (x: number, y: number) => {
    if (x === 6 || y === 6) return true;
    if ((x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9)) return true;
    if (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) return true;
    const all = centres[version] ?? [];
    return all.some((cy) =>
      all.some((cx) => {
        const isAtFinder = (cx < 9 && cy < 9) || (cx < 9 && cy > size - 9) || (cx > size - 9 && cy < 9);
        return !isAtFinder && Math.abs(cx - x) <= 2 && Math.abs(cy - y) <= 2;
      }),
    );
  };
  const bits: number[] = [];
  for (let pair = 0, right = size - 1; right > 0; right -= 2, pair += 1) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = pair % 2 === 0 ? size - 1 - step : step;
        if (!isFixed(x, y)) bits.push((rows[y]?.[x] === true) !== ((x + y) % 2 === 0) ? 1 : 0);
      }
  }
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  );
  const blocks = lengths.map(() => [] as number[]);
  let at = 0;
  for (let turn = 0; turn < Math.max(...lengths); turn += 1)
    for (const [index, length] of lengths.entries()) if (turn < length) blocks[index]?.push(bytes[at++] ?? 0);
  for (let turn = 0; turn < correction; turn += 1) for (const block of blocks) block.push(bytes[at++] ?? 0);
  for (const block of blocks) expect(syndromes(block, correction)).toEqual(Array(correction).fill(0));
  const data = blocks
    .flatMap((block) => block.slice(0, -correction))
    .flatMap((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const lengthBits = version < 10 ? 8 : 16;
  const length = Number.parseInt(data.slice(4, 4 + lengthBits), 2);
  const text = Array.from({ length }, (_, index) =>
    Number.parseInt(data.slice(4 + lengthBits + index * 8, 12 + lengthBits + index * 8), 2),
  );
  return new TextDecoder().decode(Uint8Array.from(text));
}

function syndromes(block: readonly number[], count: number): number[] {
  const times = (a: number, b: number): number => {
    let [product, left, right] = [0, a, b];
    for (; right > 0; right >>= 1, left = left & 128 ? (left << 1) ^ 0x11d : left << 1) if (right & 1) product ^= left;
    return product;
  };
  return Array.from({ length: count }, (_, power) => {
    let root = 1;
    for (let step = 0; step < power; step += 1) root = times(root, 2);
    return block.reduce((sum, byte) => times(sum, root) ^ byte, 0);
  });
}
