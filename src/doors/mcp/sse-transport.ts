import type { ServerResponse } from 'node:http';
import type { AuthInfo, JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/server';

const keepAliveMs = 15_000;
/** A client that takes nothing is let go before what we hold for it grows. */
const maxHeldBytes = 512 * 1024;

/** One client of 2024-11-05: it reads from a stream that stays open, and posts what it says to the address it is told there. */
export class SseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly sessionId: string;
  private readonly response: ServerResponse;
  private readonly postTo: string;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor({ response, sessionId, postTo }: { response: ServerResponse; sessionId: string; postTo: string }) {
    this.response = response;
    this.sessionId = sessionId;
    this.postTo = postTo;
  }

  start(): Promise<void> {
    const { response } = this;
    response.on('error', () => undefined); // a client that vanished is no fault
    response.once('close', () => void this.close());
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    response.write(`event: endpoint\ndata: ${this.postTo}\n\n`);
    this.timer = setInterval(
      () => response.writableNeedDrain || response.write(': still here\n\n'),
      keepAliveMs,
    ).unref();
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.response.writableLength > maxHeldBytes) return this.close();
    if (!this.isClosed) this.response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
    return Promise.resolve();
  }

  receive(message: JSONRPCMessage, authInfo: AuthInfo): void {
    this.onmessage?.(message, { authInfo });
  }

  close(): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    this.isClosed = true;
    clearInterval(this.timer);
    this.response.end();
    this.onclose?.();
    return Promise.resolve();
  }
}
