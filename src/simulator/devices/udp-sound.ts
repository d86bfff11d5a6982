import { createCipheriv, createDecipheriv } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { isRecord } from '#base/json.ts';

export type UdpSound = { send(opus: Uint8Array): void; close(): void };

const counterBytes = 16;

/** The sound of a device over MQTT: each packet encrypted, behind the counter that it was encrypted with. Undefined: no address was given. */
export function openUdpSound(udp: unknown, onAudio: (opus: Buffer) => void): UdpSound | undefined {
  if (!isRecord(udp)) return undefined;
  const { server, port, key, nonce } = udp;
  if (typeof server !== 'string' || typeof port !== 'number' || typeof key !== 'string' || typeof nonce !== 'string')
    return undefined;
  const secret = Buffer.from(key, 'hex');
  const socket = createSocket(server.includes(':') ? 'udp6' : 'udp4').unref();
  let sent = 0;
  let heard = 0;
  socket.on('error', () => undefined); // nobody there: it goes on speaking, as a real one does
  socket.on('message', (packet) => {
    if (packet.length < counterBytes || packet[0] !== 1) return;
    const sequence = packet.readUInt32BE(12);
    if (sequence < heard) return;
    heard = sequence;
    const cipher = createDecipheriv('aes-128-ctr', secret, packet.subarray(0, counterBytes));
    onAudio(cipher.update(packet.subarray(counterBytes)));
  });
  return {
    send(opus) {
      sent += 1;
      const counter = Buffer.from(nonce, 'hex');
      counter.writeUInt16BE(opus.length, 2);
      counter.writeUInt32BE(sent * 60, 8);
      counter.writeUInt32BE(sent, 12);
      const cipher = createCipheriv('aes-128-ctr', secret, counter);
      socket.send(Buffer.concat([counter, cipher.update(opus)]), port, server.replace(/^\[|\]$/g, ''));
    },
    close: () => socket.close(),
  };
}
