import { randomBytes, randomUUID } from 'node:crypto';
import type { Admitted } from '#devices/registry/device-registry.ts';
import { audioParams, largestForDevice, mcpFrame, readFrame } from '../links/device-frame.ts';
import type { DeviceLinks } from '../links/device-links.ts';

export type MqttConversation = { read(text: string): void; closed(reason: string): void };

export type ConversationNeeds = {
  admitted: Admitted;
  links: DeviceLinks;
  /** Where it would send its voice. Nobody listens there, but without an address it does not start to talk. */
  udp: { server: string; port: number };
  send(text: string): void;
  close(reason: string): void;
};

/** A device over MQTT answers to MCP as soon as it is connected; its hello is for audio alone, and may never come. */
export function openConversation({ admitted, links, udp, send, close }: ConversationNeeds): MqttConversation {
  let sessionId = randomUUID();
  const { link, closed } = links.open(admitted, {
    transport: 'mqtt',
    largestMessageBytes: largestForDevice,
    send: (message) => send(mcpFrame(sessionId, message)),
    close,
  });
  return {
    closed,
    read(text) {
      const frame = readFrame(text);
      switch (frame.type) {
        case 'mcp':
          return link.receive(frame.payload);
        case 'hello':
          sessionId = randomUUID();
          link.ignore();
          return send(JSON.stringify(helloFor(sessionId, udp)));
        case 'talk':
          return link.ignore();
        case 'not-json':
          return link.receiveBroken(text);
        case 'wrong':
          return link.noteNoise(frame.problem);
      }
    },
  };
}

/** Devices over MQTT send audio by UDP, encrypted; `transport` must say so, or they wait in vain. */
function helloFor(sessionId: string, { server, port }: ConversationNeeds['udp']): object {
  return {
    type: 'hello',
    version: 3,
    transport: 'udp',
    session_id: sessionId,
    audio_params: audioParams,
    udp: {
      ...{ server, port, encryption: 'aes-128-ctr', key: randomBytes(16).toString('hex') },
      // Type 1, no flags, no length yet, a stream of its own; time and number start at zero.
      nonce: `01000000${randomBytes(4).toString('hex')}${'0'.repeat(16)}`,
    },
  };
}
