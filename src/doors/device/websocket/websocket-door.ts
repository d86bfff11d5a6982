import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Log } from '#base/log.ts';
import type { Admitted, OpenDeviceRegistry } from '#devices/registry/device-registry.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import { bearerOf, headerOf } from '../http/read-request.ts';
import type { Channel } from '../links/channel.ts';
import {
  audioParams,
  type DeviceFrame,
  largestForDevice,
  largestFrame,
  mcpFrame,
  readFrame,
} from '../links/device-frame.ts';
import type { DeviceLinks } from '../links/device-links.ts';
import { openPacket, type PacketVersion, packetVersion, wrapPacket } from '../talk/audio-packet.ts';
import { openTalk, type Talking } from '../talk/open-talk.ts';
import { alertFrame } from '../talk/talk-frames.ts';
import { endSocket, OpenSockets, whyClosed } from './open-sockets.ts';
import type { UpgradeDoor } from './upgrade-door.ts';
import { UpgradeGate } from './upgrade-gate.ts';

export type WebSocketNeeds = {
  book: Pick<OpenDeviceRegistry, 'admitWebSocket' | 'refused'>;
  links: DeviceLinks;
  log: Log;
  talking: Talking;
  /** How the device called us; absent: nobody needs to know. */
  calledAt?(request: IncomingMessage): string;
  /** Shorter in tests. */
  keepAliveMs?: number;
};

/** A device says hello at once, and waits ten seconds for ours. */
const helloWithinMs = 10_000;
/** A device hangs up after 120 s without data, and pings are no data for it. */
const usualKeepAliveMs = 50_000;

/** `/xiaozhi/v1/`: where devices open a conversation. */
export function openWebSocketDoor(needs: WebSocketNeeds): UpgradeDoor {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: largestFrame,
    perMessageDeflate: false,
  });
  const gate = new UpgradeGate(server, needs);
  const sockets = new OpenSockets();
  return {
    takes: (path) => /^\/xiaozhi\/v1\/?$/.test(path),
    upgrade(request, socket, head) {
      const address = callerAddress(request);
      void gate.admit(
        { request, socket, head },
        () => needs.book.admitWebSocket({ ...namesIn(request), token: bearerOf(request), address }),
        (open, admitted) => {
          sockets.add(open);
          serve(open, admitted, {
            ...needs,
            address,
            calledAs: needs.calledAt?.(request),
            version: packetVersion(headerOf(request, 'protocol-version')),
          });
        },
      );
    },
    async close() {
      gate.close();
      await sockets.close();
    },
  };
}

function namesIn(request: IncomingMessage): { deviceId: string; clientId: string | null } {
  return { deviceId: headerOf(request, 'device-id') ?? '', clientId: headerOf(request, 'client-id') };
}

/** From the open socket to its end: hello both ways, then MCP. */
function serve(
  socket: WebSocket,
  admitted: Admitted,
  needs: WebSocketNeeds & { address: string; calledAs: string | undefined; version: PacketVersion },
): void {
  const deviceId = admitted.device.id;
  const { book, links, log, address, keepAliveMs = usualKeepAliveMs } = needs;
  const sessionId = randomUUID();
  const refuse = (reason: string) => {
    book.refused({ deviceId, reason, address });
    endSocket(socket, 1002, reason);
  };
  const impatience = setTimeout(() => refuse('no-hello'), helloWithinMs);
  let opened: ReturnType<DeviceLinks['open']> | undefined;
  let keepAlive: NodeJS.Timeout | undefined;

  const send = (text: string) => {
    if (socket.readyState === socket.OPEN) socket.send(text);
    keepAlive?.refresh();
  };
  const channel: Channel = {
    transport: 'websocket',
    calledAt: needs.calledAs,
    largestMessageBytes: largestForDevice,
    send: (message) => send(mcpFrame(sessionId, message)),
    alert: (alert) => send(JSON.stringify({ session_id: sessionId, ...alertFrame(alert) })),
    close: (reason) => endSocket(socket, 1000, reason),
  };

  const { voice } = needs.talking;
  const talk = openTalk(needs.talking, admitted, {
    send: (frame) => send(JSON.stringify({ session_id: sessionId, ...frame })),
    sendAudio: (opus) => {
      if (socket.readyState === socket.OPEN) socket.send(wrapPacket(opus, needs.version));
    },
    // Of the goodbye itself a device over WebSocket makes nothing: it goes on listening until the line is gone.
    hangUp: () => endSocket(socket, 1000, 'the conversation is over'),
  });

  function greet(hello: Extract<DeviceFrame, { type: 'hello' }>): void {
    clearTimeout(impatience);
    if (hello.transport !== 'websocket') return refuse('wrong-transport');
    // Without `transport` the firmware crashes.
    const sound = (voice?.speech ?? null) === null ? {} : { audio_params: audioParams };
    send(JSON.stringify({ type: 'hello', transport: 'websocket', session_id: sessionId, ...sound }));
    if (!hello.hasMcp) return refuse('no-mcp');
    if (opened !== undefined) return opened.link.ignore(); // it says hello again, and nothing has changed
    opened = links.open(admitted, channel);
    keepAlive = setInterval(() => opened?.link.rpc.notify('notifications/keep_alive'), keepAliveMs);
  }

  function read(text: string): void {
    const frame = readFrame(text);
    if (frame.type === 'hello') return greet(frame);
    if (opened === undefined) return log.debug({ deviceId, type: frame.type }, 'a frame before hello is left aside');
    if (frame.type === 'mcp') opened.link.receive(frame.payload);
    else if (frame.type === 'talk') {
      opened.link.ignore();
      talk.heard(frame.talk);
    } else if (frame.type === 'not-json') opened.link.receiveBroken(text);
    else opened.link.noteNoise(frame.problem);
  }

  function hear(data: Buffer): void {
    opened?.link.ignore();
    const packet = openPacket(data, needs.version);
    if (packet !== undefined) talk.audio(packet);
  }

  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) read(data.toString());
    else hear(data);
  });
  socket.once('close', (code) => {
    clearTimeout(impatience);
    clearInterval(keepAlive);
    talk.close();
    opened?.closed(whyClosed(socket, code));
  });
}
