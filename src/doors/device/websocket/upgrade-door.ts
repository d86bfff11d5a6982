import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A WebSocket address on the devices' port; whoever owns the HTTP server asks each in turn when somebody wants to upgrade. */
export type UpgradeDoor = {
  takes(path: string): boolean;
  /** Owns the socket from here on, whatever comes of it; never throws. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends every connection; before the HTTP server closes. */
  close(): Promise<void>;
};
