/** How sound is wrapped in a binary frame; which of the three, the device says as it connects. */
export type PacketVersion = 1 | 2 | 3;

export function packetVersion(header: string | null): PacketVersion {
  return header === '2' ? 2 : header === '3' ? 3 : 1;
}

/** The Opus packet in a frame; undefined: there is none. */
export function openPacket(frame: Buffer, version: PacketVersion): Buffer | undefined {
  const headerBytes = { 1: 0, 2: 16, 3: 4 }[version];
  if (frame.length <= headerBytes) return undefined;
  if (version === 1) return frame;
  const [type, size] =
    version === 2 ? [frame.readUInt16BE(2), frame.readUInt32BE(12)] : [frame.readUInt8(0), frame.readUInt16BE(2)];
  return type === 0 && size > 0 && headerBytes + size <= frame.length
    ? frame.subarray(headerBytes, headerBytes + size)
    : undefined;
}

export function wrapPacket(opus: Uint8Array, version: PacketVersion): Buffer {
  if (version === 1) return Buffer.from(opus);
  const header = Buffer.alloc(version === 2 ? 16 : 4);
  if (version === 2) {
    header.writeUInt16BE(2, 0);
    header.writeUInt32BE(opus.length, 12);
  } else header.writeUInt16BE(opus.length, 2);
  return Buffer.concat([header, opus]);
}
