import type { Socket } from 'node:net';

export type PacketRules = {
  /** A connection whose next packet would be longer is ended: MQTT lets anybody announce 256 MB, and the broker keeps what has come. */
  maxBytes(): number;
  /** Told of every piece that came, with the packets that begin in it, whatever they are. */
  counted(packets: number, bytes: number): void;
};

/** Reads along with the broker, before it parses, so it is attached after it. */
export function readPackets(socket: Socket, { maxBytes, counted }: PacketRules): void {
  let inBody = 0;
  let header: number[] = [];
  socket.on('data', (chunk: Buffer) => {
    let packets = 0;
    let at = 0;
    while (at < chunk.length) {
      if (inBody > 0) {
        const skipped = Math.min(inBody, chunk.length - at);
        inBody -= skipped;
        at += skipped;
        continue;
      }
      header.push(chunk[at] ?? 0);
      at += 1;
      const length = remainingLength(header);
      if (length === undefined) continue;
      if (length > maxBytes()) return void socket.destroy(new Error('a packet that is too long'));
      packets += 1;
      inBody = length;
      header = [];
    }
    counted(packets, chunk.length);
  });
}

/** Behind the first byte: seven bits in each, the lowest first, at most four of them. Undefined: there is more to come. */
function remainingLength([, ...digits]: readonly number[]): number | undefined {
  const last = digits.at(-1);
  if (last === undefined) return undefined;
  if (last >= 128) return digits.length >= 4 ? Number.POSITIVE_INFINITY : undefined;
  return digits.reduceRight((sum, digit) => sum * 128 + (digit & 127), 0);
}
