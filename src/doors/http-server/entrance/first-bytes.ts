import type { Socket } from 'node:net';

/** How many of the first bytes were used up; undefined: more have to come. */
export type Judge = (bytes: Buffer) => number | undefined;

/** Reads the first bytes of a connection until they tell enough. What was not used up is read again by whoever takes the connection. */
export function readFirstBytes(socket: Socket, judge: Judge, done: () => void): void {
  let held: Buffer = Buffer.alloc(0);
  const onReadable = () => {
    const chunk: unknown = socket.read();
    if (!Buffer.isBuffer(chunk)) return;
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const used = judge(held);
    if (used === undefined || socket.destroyed) return;
    socket.off('readable', onReadable);
    if (used < held.length) socket.unshift(held.subarray(used));
    done();
  };
  socket.on('readable', onReadable);
}

/** `tls`: a handshake begins. `http`: a plain request does. */
export function speechOf(bytes: Buffer): 'tls' | 'http' | 'other' {
  const [first = 0] = bytes;
  if (first === 0x16) return 'tls';
  return first >= 0x41 && first <= 0x5a ? 'http' : 'other'; // methods are upper-case letters
}

const recordHeaderBytes = 5;
const maxRecordBytes = 16_384;

/** Whether the first message of a handshake is whole; one that nobody would send is whole at once, and is refused later. */
export function isWholeHello(bytes: Buffer): boolean {
  if (bytes.length < recordHeaderBytes) return false;
  const length = bytes.readUInt16BE(3);
  return length > maxRecordBytes || bytes.length >= recordHeaderBytes + length;
}
