import { systemTime, type Time } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { DeviceAnswer } from '#contract/devices/device.ts';
import type { Channel } from './channel.ts';
import { RpcClient, type RpcOptions, usualTimeoutMs } from './rpc-client.ts';
import { type RpcAnswer, type RpcMessage, readMessage, salvage } from './rpc-message.ts';
import { toolAnswer } from './tool-answer.ts';

export type LinkNeeds = {
  deviceId: string;
  channel: Channel;
  /** What it says of its own accord, and what cannot be understood; how much of it is kept is up to the book. */
  notified(notification: { method: string; params: unknown }): void;
  /** It says that its tools are others now. */
  toolsChanged(): void;
  log: Log;
  time?: Time;
};

/** What nobody asked for, in a minute: notifications, noise, talk. A device that says more is broken, and others wait for us. */
const maxUnaskedPerMinute = 2_000;

/** One connection of one device, from the moment that it may be called until its end. */
export class DeviceLink {
  readonly deviceId: string;
  readonly channel: Channel;
  readonly rpc: RpcClient;
  private readonly needs: LinkNeeds;
  private readonly time: Time;
  private hasWarned = false;
  private unasked = { since: 0, count: 0 };
  private endReason: string | undefined;

  constructor(needs: LinkNeeds) {
    this.needs = needs;
    this.deviceId = needs.deviceId;
    this.channel = needs.channel;
    this.time = needs.time ?? systemTime;
    this.rpc = new RpcClient({ send: (message) => this.channel.send(message), time: this.time });
  }

  /** A JSON-RPC message, out of whatever the transport wraps it in. */
  receive(payload: unknown): void {
    this.handle(readMessage(payload));
  }

  /** A frame that is not valid JSON: an unescaped error, mostly, and somebody waits for it. */
  receiveBroken(text: string): void {
    this.handle(salvage(text));
  }

  /** A frame that is nothing to us, and costs us time nevertheless. */
  ignore(): void {
    const now = this.time.elapsedMs();
    if (now - this.unasked.since >= 60_000) this.unasked = { since: now, count: 0 };
    this.unasked.count += 1;
    if (this.unasked.count > maxUnaskedPerMinute) this.end('it says too much');
  }

  /** The same, of a frame that is nothing to us. */
  noteNoise(problem: string): void {
    this.note(problem);
    this.ignore();
  }

  /** A frame that is JSON and no message of the protocol, or something else that is not as it should be. */
  note(problem: string): void {
    const { log, notified } = this.needs;
    log[this.hasWarned ? 'debug' : 'warn'](
      { deviceId: this.deviceId, problem },
      'a device said what is not understood',
    );
    this.hasWarned = true; // one that is broken says it with every frame
    notified({ method: 'protocol-error', params: { problem } });
  }

  async callTool(name: string, args: Record<string, unknown>, options: RpcOptions = {}): Promise<DeviceAnswer> {
    const startedAt = this.time.elapsedMs();
    const params = { name, arguments: args };
    const outcome = await this.rpc.call('tools/call', params, { timeoutMs: usualTimeoutMs, ...options });
    return { ...toolAnswer(outcome), tookMs: Math.round(this.time.elapsedMs() - startedAt) };
  }

  /** Ends the connection from our side. */
  end(reason: string): void {
    if (this.endReason !== undefined) return;
    this.closed(reason);
    this.channel.close(reason);
  }

  /** The connection is gone. Returns why: where we ended it, for our reason. */
  closed(reason: string): string {
    if (this.endReason !== undefined) return this.endReason;
    this.endReason = reason;
    this.rpc.close(`The connection ended: ${reason}.`);
    return reason;
  }

  private handle(message: RpcMessage): void {
    if (this.endReason !== undefined) return; // what was still on its way
    switch (message.kind) {
      case 'answer':
        return this.answered(message.id, message.outcome);
      case 'unusable':
        if (message.id === null) return this.noteNoise(message.problem);
        this.note(message.problem);
        this.answered(message.id, { ...message, status: 'broken' });
        return;
      case 'notification':
        this.ignore();
        if (message.method === 'notifications/tools/list_changed') this.needs.toolsChanged();
        return this.needs.notified(message);
      case 'request':
        return this.refuse(message);
    }
  }

  private answered(id: number, outcome: RpcAnswer): void {
    if (this.rpc.answer(id, outcome)) return;
    this.ignore();
    this.needs.log.debug({ deviceId: this.deviceId, id }, 'an answer that nobody waits for');
  }

  /** A server may ask whether we are there; of sampling, roots and the like we have none. */
  private refuse({ id, method }: { id: number | string; method: string }): void {
    this.ignore();
    const answer = method === 'ping' ? { result: {} } : { error: { code: -32601, message: 'Method not found' } };
    this.channel.send(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    if (method !== 'ping') this.needs.notified({ method, params: null });
  }
}
