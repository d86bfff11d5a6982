import { type WebSocket, WebSocketServer } from 'ws';
import { parsedJson } from '#base/json.ts';
import type { Log } from '#base/log.ts';
import type { Admitted, OpenDeviceRegistry } from '#devices/registry/device-registry.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import { bearerOf } from '../http/read-request.ts';
import { maxFrameDepth } from '../links/device-frame.ts';
import type { DeviceLinks } from '../links/device-links.ts';
import { endSocket, OpenSockets, whyClosed } from '../websocket/open-sockets.ts';
import type { UpgradeDoor } from '../websocket/upgrade-door.ts';
import { UpgradeGate } from '../websocket/upgrade-gate.ts';

export type EndpointNeeds = { book: Pick<OpenDeviceRegistry, 'admitServer'>; links: DeviceLinks; log: Log };

const largestMessage = 1024 * 1024;

/**
 * `/mcp_endpoint/mcp?token=…`: a user's own MCP server dials in, and then we are its client, as if we had dialled. Plain JSON-RPC,
 * one message in a frame.
 */
export function openEndpoint({ book, links, log }: EndpointNeeds): UpgradeDoor {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: largestMessage,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('mcp') ? 'mcp' : false),
  });
  const gate = new UpgradeGate(server, { links, log });
  const sockets = new OpenSockets();
  return {
    takes: (path) => /^\/mcp_endpoint\/mcp\/?$/.test(path),
    upgrade(request, socket, head) {
      const { searchParams } = new URL(request.url ?? '/', 'ws://endpoint');
      const token = searchParams.get('token') ?? bearerOf(request);
      void gate.admit(
        { request, socket, head },
        () => book.admitServer({ token, address: callerAddress(request) }),
        (open, admitted) => {
          sockets.add(open);
          serve(open, admitted, links);
        },
      );
    },
    async close() {
      gate.close();
      await sockets.close();
    },
  };
}

function serve(socket: WebSocket, admitted: Admitted, links: DeviceLinks): void {
  const { link, closed } = links.open(admitted, {
    transport: 'endpoint',
    largestMessageBytes: largestMessage,
    send(message) {
      if (socket.readyState === socket.OPEN) socket.send(message);
    },
    close: (reason) => endSocket(socket, 1000, reason),
  });
  socket.on('message', (data: Buffer, isBinary) => {
    const text = data.toString().trim();
    if (isBinary || text === '') return link.ignore();
    const message = parsedJson(text, maxFrameDepth);
    if (message === undefined) return link.receiveBroken(text);
    for (const each of Array.isArray(message) ? message : [message]) link.receive(each); // MCP of 2025-03-26 has batches
  });
  socket.once('close', (code) => closed(whyClosed(socket, code)));
}
