import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import type { Admission, Admitted } from '#devices/registry/device-registry.ts';
import { countFrames, type DeviceBudgets } from '../links/device-budgets.ts';
import { cutSocket } from './open-sockets.ts';
import { refuseDevice } from './refuse-device.ts';

export type Upgrade = { request: IncomingMessage; socket: Duplex; head: Buffer };

/** More would only wait for each other in the database; whoever is refused tries again. */
const maxPending = 2_000;

export type GateNeeds = { links: { budgets: DeviceBudgets }; log: Log };

/** Lets in whom the book admits, and hands the open socket on. */
export class UpgradeGate {
  private pending = 0;
  private isClosing = false;
  private readonly sockets: WebSocketServer;
  private readonly needs: GateNeeds;

  constructor(sockets: WebSocketServer, needs: GateNeeds) {
    this.sockets = sockets;
    this.needs = needs;
  }

  close(): void {
    this.isClosing = true;
  }

  async admit(
    { request, socket, head }: Upgrade,
    ask: () => Promise<Admission>,
    serve: (socket: WebSocket, admitted: Admitted) => void,
  ): Promise<void> {
    socket.on('error', (error) => this.needs.log.debug({ cause: error.message }, 'socket error before the handshake'));
    if (this.isClosing || this.pending >= maxPending) return refuseDevice(socket, 503);
    this.pending += 1;
    try {
      const admission = await ask();
      if (admission.status === 'refused') return refuseDevice(socket, admission.reason === 'too-many' ? 429 : 401);
      if (this.isClosing) return refuseDevice(socket, 503);
      this.sockets.handleUpgrade(request, socket, head, (open) => {
        open.on('error', (error) =>
          this.needs.log.debug({ deviceId: admission.device.id, cause: error.message }, 'socket error'),
        );
        this.meter(open, socket, admission.device.id);
        serve(open, admission);
      });
    } catch (error) {
      const isAway = isDatabaseAway(error);
      if (!isAway) this.needs.log.error({ err: asError(error) }, 'a device could not be admitted');
      refuseDevice(socket, isAway ? 503 : 500);
    } finally {
      this.pending -= 1;
    }
  }

  private meter(open: WebSocket, raw: Duplex, deviceId: string): void {
    const meter = this.needs.links.budgets.meter({ deviceId, source: open, exceeded: () => cutSocket(open) });
    countFrames(raw, meter);
    open.once('close', () => meter.close());
  }
}
