/** The few forms of ASN.1 in DER that an OCSP answer is made of. */
export const der = {
  sequence: (...items: readonly Buffer[]) => tagged(0x30, Buffer.concat(items)),
  /** Wraps one item under a number of its context. */
  explicit: (number: number, item: Buffer) => tagged(0xa0 + number, item),
  /** Replaces the tag of an item without content. */
  implicitNull: (number: number) => tagged(0x80 + number, Buffer.alloc(0)),
  implicitSequence: (number: number, ...items: readonly Buffer[]) => tagged(0xa0 + number, Buffer.concat(items)),
  null: () => tagged(0x05, Buffer.alloc(0)),
  enumerated: (value: number) => tagged(0x0a, Buffer.from([value])),
  octetString: (bytes: Buffer) => tagged(0x04, bytes),
  bitString: (bytes: Buffer) => tagged(0x03, Buffer.concat([Buffer.from([0]), bytes])),
  objectIdentifier: (text: string) => tagged(0x06, objectIdentifier(text)),
  /** A positive whole number in hexadecimal digits; a leading zero byte keeps it positive. */
  integer(hex: string) {
    const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
    return tagged(0x02, bytes.readUInt8(0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
  },
  /** Without fractions of a second, as RFC 5280 wants it. */
  time: (at: Date) => tagged(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`)),
};

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 + bytes.length]), bytes]);
}

/** Two numbers share the first byte; each further one is written in groups of seven bits. */
function objectIdentifier(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return Buffer.from([first * 40 + second, ...rest.flatMap(sevenBitGroups)]);
}

function sevenBitGroups(value: number): number[] {
  const groups = [value & 0x7f];
  for (let left = value >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
  return groups;
}

/** The content of the last item of a sequence, such as the key inside a SubjectPublicKeyInfo. */
export function lastContent(sequence: Buffer): Buffer {
  let content = contentOf(sequence, 0);
  const { end } = content;
  for (let offset = content.start; offset < end; offset = content.end) content = contentOf(sequence, offset);
  return sequence.subarray(content.start, content.end);
}

function contentOf(bytes: Buffer, offset: number): { start: number; end: number } {
  const first = bytes.readUInt8(offset + 1);
  if (first < 0x80) return { start: offset + 2, end: offset + 2 + first };
  const size = first - 0x80;
  const start = offset + 2 + size;
  return { start, end: start + bytes.readUIntBE(offset + 2, size) };
}
