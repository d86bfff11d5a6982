import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { SigecError } from '#base/errors.ts';
import { withoutBrackets } from '#base/hosts.ts';
import type { Log } from '#base/log.ts';
import { TokenBucket } from '#base/token-bucket.ts';

export type UdpAudio = { port: number; open(heard: (opus: Buffer) => void): UdpStream; close(): Promise<void> };

/** The sound of one conversation. `key` and `nonce` are for the device, in hexadecimal digits. */
export type UdpStream = { key: string; nonce: string; send(opus: Uint8Array): void; close(): void };

type Stream = {
  key: Buffer;
  /** Where its sound comes from and goes to, once it has sent some. */
  peer: RemoteInfo | undefined;
  lastSequence: number;
  packets: TokenBucket;
  heard(opus: Buffer): void;
};

const headerBytes = 16;
const largestPacket = 4_000;
/** A device that speaks sends 17 packets a second. */
const packetBudget = { perSecond: 60, burst: 600 };

/**
 * Sound of devices that speak MQTT: AES-128-CTR, each packet with its own counter before it (type 1, flags, length, stream, time, number). The
 * stream tells which conversation it is, and the first address that it comes from is the only one it may come from.
 */
export async function openUdpAudio({ host, port, log }: { host: string; port: number; log: Log }): Promise<UdpAudio> {
  const address = withoutBrackets(host);
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  const streams = new Map<number, Stream>();
  const failed = once(socket, 'error').then(([error]) => {
    const sentence = `Cannot listen for sound on UDP port ${port} (${(error as Error).message}); set VOICE_UDP_PORT to a free one.`;
    throw new SigecError('CONFLICT', sentence, { cause: error });
  });
  socket.bind(port, address);
  await Promise.race([once(socket, 'listening'), failed]);
  failed.catch(() => undefined);
  socket.on('error', (error) => log.warn({ cause: error.message }, 'sound of devices could not be taken'));
  socket.on('message', (packet, from) => {
    if (packet.length <= headerBytes || packet.length > largestPacket || packet[0] !== 1) return;
    const stream = streams.get(packet.readUInt32BE(4));
    if (stream === undefined || !stream.packets.take()) return;
    if (stream.peer !== undefined && (stream.peer.address !== from.address || stream.peer.port !== from.port)) return;
    const sequence = packet.readUInt32BE(12);
    if (sequence <= stream.lastSequence) return; // late or repeated
    stream.peer = from;
    stream.lastSequence = sequence;
    const cipher = createDecipheriv('aes-128-ctr', stream.key, packet.subarray(0, headerBytes));
    stream.heard(cipher.update(packet.subarray(headerBytes)));
  });

  return {
    port: socket.address().port,
    open(heard) {
      let id = randomBytes(4).readUInt32BE();
      while (streams.has(id)) id = randomBytes(4).readUInt32BE();
      const key = randomBytes(16);
      const stream: Stream = { key, peer: undefined, lastSequence: 0, packets: new TokenBucket(packetBudget), heard };
      streams.set(id, stream);
      const header = Buffer.alloc(headerBytes);
      header[0] = 1;
      header.writeUInt32BE(id, 4);
      let sent = 0;
      return {
        key: key.toString('hex'),
        nonce: header.toString('hex'),
        send(opus) {
          if (stream.peer === undefined) return; // it has not sent any sound, so nobody knows where it is
          sent += 1;
          const counter = Buffer.from(header);
          counter.writeUInt16BE(opus.length, 2);
          counter.writeUInt32BE(sent, 12);
          const cipher = createCipheriv('aes-128-ctr', key, counter);
          socket.send(Buffer.concat([counter, cipher.update(opus)]), stream.peer.port, stream.peer.address);
        },
        close: () => void streams.delete(id),
      };
    },
    async close() {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}
