import { randomBytes, randomUUID } from 'node:crypto';
import type { Admitted } from '#devices/registry/device-registry.ts';
import { audioParams, largestForDevice, mcpFrame, readFrame } from '../links/device-frame.ts';
import type { DeviceLinks } from '../links/device-links.ts';
import { openTalk, type Talking } from '../talk/open-talk.ts';
import { alertFrame } from '../talk/talk-frames.ts';
import type { UdpStream } from '../talk/udp-audio.ts';

export type MqttConversation = { read(text: string): void; closed(reason: string): void };

export type ConversationNeeds = {
  admitted: Admitted;
  links: DeviceLinks;
  talking: Talking;
  /** The host that the device is connected to. */
  host: string;
  send(text: string): void;
  close(reason: string): void;
};

/** A device over MQTT answers to MCP as soon as it is connected; its hello is for audio alone, and may never come. */
export function openConversation(needs: ConversationNeeds): MqttConversation {
  const { admitted, links, talking, host, send, close } = needs;
  let sessionId = randomUUID();
  let stream: UdpStream | undefined;
  const { link, closed } = links.open(admitted, {
    transport: 'mqtt',
    largestMessageBytes: largestForDevice,
    send: (message) => send(mcpFrame(sessionId, message)),
    alert: (alert) => send(JSON.stringify({ session_id: sessionId, ...alertFrame(alert) })),
    close,
  });
  const talk = openTalk(talking, admitted, {
    send: (frame) => send(JSON.stringify({ session_id: sessionId, ...frame })),
    sendAudio: talking.udp === null ? null : (opus) => stream?.send(opus),
    hangUp: endStream,
  });

  function endStream(): void {
    stream?.close();
    stream = undefined;
  }

  function greet(): void {
    sessionId = randomUUID();
    endStream();
    const server = talking.udpHost?.(admitted.device.id) ?? host;
    stream = talking.udp?.open((opus) => talk.audio(opus));
    send(JSON.stringify(helloFor(sessionId, { server, port: talking.udp?.port ?? discardPort, ...stream })));
    // Whoever wakes it need not speak into the void first.
    if (talking.voice === null) talk.excuse('no-voice');
  }

  return {
    closed(reason) {
      talk.close();
      endStream();
      closed(reason);
    },
    read(text) {
      const frame = readFrame(text);
      switch (frame.type) {
        case 'mcp':
          return link.receive(frame.payload);
        case 'hello':
          link.ignore();
          return greet();
        case 'talk':
          link.ignore();
          return talk.heard(frame.talk);
        case 'not-json':
          return link.receiveBroken(text);
        case 'wrong':
          return link.noteNoise(frame.problem);
      }
    },
  };
}

/** Where nobody ever listens. */
const discardPort = 9;

type Sound = { server: string; port: number; key?: string; nonce?: string };

/**
 * Devices over MQTT send audio by UDP, encrypted; `transport` must say so, or they wait in vain. Without an address they do not even open the
 * conversation in which they could be told that nobody hears them.
 */
function helloFor(sessionId: string, { server, port, key, nonce }: Sound): object {
  return {
    type: 'hello',
    version: 3,
    transport: 'udp',
    session_id: sessionId,
    ...(key !== undefined && { audio_params: audioParams }),
    udp: {
      server,
      port,
      encryption: 'aes-128-ctr',
      key: key ?? randomBytes(16).toString('hex'),
      nonce: nonce ?? `01${'0'.repeat(30)}`,
    },
  };
}
