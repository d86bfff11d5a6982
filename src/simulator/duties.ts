import { isRecord } from '#base/json.ts';
import { Alarm } from './alarm.ts';
import type { SimulatedConnector } from './connectors.ts';
import type { BootReason, Registration, TriggeredMessage } from './dialect.ts';
import type { CallOutcome } from './frames.ts';
import type { Outgoing } from './outbox.ts';
import type { RpcClient } from './rpc-client.ts';
import type { SimulatedStation } from './station.ts';

/**
 * What a connected station has to say: it registers, beats, and reports its connectors. It does one thing after the other,
 * so one loop and one timer carry it: whatever is due next is done, and in between it sleeps.
 */
export class Duties {
  registration: Registration = 'unregistered';
  heartbeatSeconds: number;
  /** Whether the server has answered anything since the connection was made. */
  wasAnswered = false;
  private readonly station: SimulatedStation;
  private readonly onRegistration: () => void;
  private readonly alarm = new Alarm();
  private readonly triggered: TriggeredMessage[] = [];
  private bootReason: BootReason = 'PowerUp';
  private bootDueAt = 0;
  private heartbeatDueAt = 0;
  private lifeDueAt = 0;

  constructor(station: SimulatedStation, onRegistration: () => void) {
    this.station = station;
    this.onRegistration = onRegistration;
    this.heartbeatSeconds = station.settings.heartbeatSeconds ?? 300;
  }

  async perform(client: RpcClient): Promise<void> {
    this.wasAnswered = false;
    this.bootDueAt = 0;
    if (this.station.settings.bootsOnReconnect) this.registerAgain('Unknown');
    while (client.isOpen) {
      const now = performance.now();
      const task = this.nextTask(now);
      if (task === undefined) await this.alarm.wait(this.nextDueAt() - now);
      else await task(client);
    }
  }

  setHeartbeat(seconds: number): void {
    this.heartbeatSeconds = seconds;
    this.heartbeatDueAt = this.inSeconds(seconds);
    this.wake();
  }

  /** Something may have changed: look again what is due. */
  wake(): void {
    this.alarm.ring();
  }

  trigger(message: TriggeredMessage): void {
    this.triggered.push(message);
    this.wake();
  }

  /** Everything before the restart is forgotten. */
  registerAgain(reason: BootReason): void {
    this.bootReason = reason;
    this.triggered.length = 0;
    this.setRegistration('unregistered');
  }

  /** What is due, most urgent first; undefined: nothing yet. */
  private nextTask(now: number): ((client: RpcClient) => Promise<void>) | undefined {
    const message = this.triggered.shift();
    if (message !== undefined) return (client) => this.sendTriggered(client, message);
    if (this.registration !== 'accepted')
      return now >= this.bootDueAt ? (client) => this.boot(client, this.bootReason) : undefined;
    const outgoing = this.station.outbox.first(now);
    if (outgoing !== undefined) return (client) => this.sendOutgoing(client, outgoing);
    if (now >= this.heartbeatDueAt) return (client) => this.beat(client);
    if (now >= this.lifeDueAt) this.live();
    const connector = this.station.connectors.nextUnreported();
    return connector && ((client) => this.report(client, connector));
  }

  private nextDueAt(): number {
    if (this.registration !== 'accepted') return this.bootDueAt;
    return Math.min(this.heartbeatDueAt, this.lifeDueAt, this.station.outbox.nextDueAt(performance.now()));
  }

  private async sendTriggered(client: RpcClient, message: TriggeredMessage): Promise<void> {
    if (message.action === 'BootNotification') return this.boot(client, 'Triggered');
    if (message.action === 'Heartbeat') return this.beat(client);
    for (const connector of message.connectors) {
      this.station.connectors.renew(connector);
      await this.report(client, connector);
    }
  }

  private async sendOutgoing(client: RpcClient, message: Outgoing): Promise<void> {
    const { settings, outbox } = this.station;
    const { action, messageId } = message;
    const request = message.request();
    const outcome = await this.exchange(client, { action, request, read: readEmptyAnswer, messageId });
    const became = outbox.settle(message, outcome);
    if (became === 'given-up' && message.retries !== undefined)
      settings.onEvent?.({ kind: 'discarded', stationId: settings.id, discarded: { action, request, outcome } });
  }

  private async boot(client: RpcClient, reason: BootReason): Promise<void> {
    const { dialect, settings } = this.station;
    const request = dialect.bootRequest(settings.nameplate, reason);
    const outcome = await this.exchange(client, { action: 'BootNotification', request, read: readBootAnswer });
    if (!client.isOpen) return; // the station restarts or leaves: it boots again on its next connection
    if (outcome.kind === 'result') this.register(outcome.answer);
    else this.bootDueAt = this.inSeconds(settings.bootRetrySeconds);
  }

  private register({ status, intervalSeconds }: BootAnswer): void {
    const { settings, connectors } = this.station;
    if (status !== 'Accepted') {
      this.bootDueAt = this.inSeconds(intervalSeconds || settings.bootRetrySeconds); // 0: the station chooses
      return this.setRegistration(status === 'Pending' ? 'pending' : 'rejected');
    }
    this.heartbeatSeconds = settings.heartbeatSeconds ?? (intervalSeconds || this.heartbeatSeconds);
    this.heartbeatDueAt = this.inSeconds(this.heartbeatSeconds);
    this.scheduleLife();
    for (const connector of connectors.all) connectors.renew(connector);
    this.setRegistration('accepted');
  }

  private async beat(client: RpcClient): Promise<void> {
    this.heartbeatDueAt = this.inSeconds(this.heartbeatSeconds);
    await this.exchange(client, { action: 'Heartbeat', request: {}, read: readHeartbeatAnswer });
  }

  private async report(client: RpcClient, connector: SimulatedConnector): Promise<void> {
    const { changedAt } = connector; // it may change again while the report is under way
    const request = this.station.dialect.statusRequest(connector, this.station.settings.nameplate);
    const outcome = await this.exchange(client, { action: 'StatusNotification', request, read: readEmptyAnswer });
    // What was refused would be refused again; what was not answered is told again.
    if ('latencyMs' in outcome) connector.settledAt = changedAt;
  }

  private live(): void {
    this.station.connectors.live(this.station.settings);
    this.scheduleLife();
  }

  private scheduleLife(): void {
    const { statusEverySeconds, random } = this.station.settings;
    this.lifeDueAt =
      statusEverySeconds > 0 ? this.inSeconds(statusEverySeconds * (0.5 + random())) : Number.POSITIVE_INFINITY;
  }

  private async exchange<Result>(client: RpcClient, call: Call<Result>): Promise<CallOutcome<Result>> {
    const { settings } = this.station;
    const { action, request, read, messageId } = call;
    const sentAt = settings.clock.now();
    const outcome = await client.call(action, request, read, messageId);
    if ('latencyMs' in outcome) this.wasAnswered = true;
    settings.onEvent?.({ kind: 'exchanged', stationId: settings.id, exchange: { action, request, sentAt, outcome } });
    if (outcome.kind === 'call-error' && outcome.code === 'SecurityError') this.onNotRegistered();
    return outcome;
  }

  /** The server does not know, or no longer knows, this station as accepted: it registers again, without haste. */
  private onNotRegistered(): void {
    if (this.registration !== 'accepted') return;
    this.bootDueAt = this.inSeconds(this.station.settings.bootRetrySeconds);
    this.setRegistration('unregistered');
  }

  private setRegistration(registration: Registration): void {
    this.registration = registration;
    this.onRegistration();
  }

  private inSeconds(seconds: number): number {
    return performance.now() + seconds * this.station.settings.secondMs;
  }
}

type Call<Result> = {
  action: string;
  request: object;
  read: (payload: unknown) => Result | undefined;
  messageId?: string | undefined;
};

type BootAnswer = { status: 'Accepted' | 'Pending' | 'Rejected'; intervalSeconds: number };

// The station looks at the answers it gets with eyes of its own, so that the server's schemas are not the only judge.
// Each reader gives undefined for an answer that its message cannot have.

function readBootAnswer(payload: unknown): BootAnswer | undefined {
  if (!isRecord(payload) || !isTime(payload['currentTime'])) return undefined;
  const { status, interval } = payload;
  if (status !== 'Accepted' && status !== 'Pending' && status !== 'Rejected') return undefined;
  if (typeof interval !== 'number' || !Number.isInteger(interval) || interval < 0) return undefined;
  return { status, intervalSeconds: interval };
}

function readHeartbeatAnswer(payload: unknown): { currentTime: string } | undefined {
  if (!isRecord(payload)) return undefined;
  const { currentTime } = payload;
  return isTime(currentTime) ? { currentTime } : undefined;
}

function readEmptyAnswer(payload: unknown): object | undefined {
  return isRecord(payload) ? payload : undefined;
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
}
