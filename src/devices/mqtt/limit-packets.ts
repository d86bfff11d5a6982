import type { Socket } from 'node:net';

/**
 * Ends a connection whose next packet would be longer than `mostBytes()`: the broker keeps what has come of a packet until it is
 * whole, and MQTT lets anybody announce 256 MB. Reads along with the broker, so it is attached after it.
 */
export function limitPackets(socket: Socket, mostBytes: () => number): void {
  let inBody = 0;
  let header: number[] = [];
  socket.on('data', (chunk: Buffer) => {
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
      if (length > mostBytes()) return void socket.destroy(new Error('a packet that is too long'));
      inBody = length;
      header = [];
    }
  });
}

/** Behind the first byte: seven bits in each, the lowest first, at most four of them. Undefined: there is more to come. */
function remainingLength([, ...digits]: readonly number[]): number | undefined {
  const last = digits.at(-1);
  if (last === undefined) return undefined;
  if (last >= 128) return digits.length >= 4 ? Number.POSITIVE_INFINITY : undefined;
  return digits.reduceRight((sum, digit) => sum * 128 + (digit & 127), 0);
}
