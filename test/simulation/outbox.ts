import type { Connection } from './connection.ts';
import type { Told } from './told.ts';
import type { World } from './world.ts';

/** E13.FR.04: a message that failed this often is given up; being offline is no failure. */
const maxAttempts = 3;
const patienceMs = 30_000;
const retryAfterMs = 10_000;

type InFlight = { told: Told; messageId: string; connection: Connection; callOff(): void };

export type OutboxOptions = {
  world: World;
  stationId: string;
  /** 2.0.1 demands a new message id for every attempt, 1.6 and 2.1 let a station keep the first. */
  reusesIds: boolean;
  onAcknowledged(told: Told, payload: Record<string, unknown>): void;
};

/** What a station has to tell, one message at a time: kept until it is acknowledged or has failed too often. */
export class Outbox {
  private readonly waiting: Told[] = [];
  private readonly options: OutboxOptions;
  private readonly world: World;
  private connection: Connection | undefined;
  private inFlight: InFlight | undefined;
  private isResting = false;
  private messages = 0;

  constructor(options: OutboxOptions) {
    this.options = options;
    this.world = options.world;
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0 && this.inFlight === undefined;
  }

  add(told: Told): void {
    this.waiting.push(told);
    this.sendNext();
  }

  connected(connection: Connection): void {
    this.connection = connection;
    this.sendNext();
  }

  /** What was under way is not answered, which counts as no attempt. */
  disconnected(): void {
    this.connection = undefined;
    const told = this.takeInFlight();
    if (told !== undefined) this.waiting.unshift(told);
  }

  answered(connection: Connection, type: number, messageId: string, payload: Record<string, unknown>): void {
    const { inFlight } = this;
    if (inFlight?.messageId !== messageId || inFlight.connection !== connection) return; // nobody waits for it any more
    if (inFlight.told.isDoomed !== null) return;
    this.takeInFlight();
    if (type === 3) this.acknowledged(inFlight.told, payload);
    else this.failed(inFlight.told);
    this.sendNext();
  }

  private sendNext(): void {
    const { world, connection } = this;
    if (connection === undefined || this.inFlight !== undefined || this.isResting) return;
    const ready = this.waiting.filter((told) => this.canBeTold(told));
    const first = ready[0];
    if (first === undefined) return;
    const told = ready.length > 1 && world.faults.happens('sent out of order') ? world.random.pick(ready) : first;
    this.waiting.splice(this.waiting.indexOf(told), 1);
    this.send(told, connection);
  }

  private send(told: Told, connection: Connection): void {
    const { scheduler } = this.world;
    const messageId = this.messageIdFor(told);
    const callOff = scheduler.after(patienceMs, () => this.timedOut(told));
    this.inFlight = { told, messageId, connection, callOff };
    connection.asked.set(messageId, told);
    this.world.note(`${this.options.stationId} tells ${told.identity}`);
    if (told.isDoomed === 'request') return;
    connection.ask(JSON.stringify([2, messageId, told.action, told.payload(told.attempts > 0)]));
  }

  private messageIdFor(told: Told): string {
    if (told.messageId !== null && this.options.reusesIds) return told.messageId;
    this.messages += 1;
    told.messageId = `m${this.messages}`;
    return told.messageId;
  }

  /** In OCPP 1.6 only the answer to its start tells a session its id; without one, a station makes do with none. */
  private canBeTold({ session, type }: Told): boolean {
    if (session.version !== '1.6' || type === 'started' || session.ref !== null) return true;
    const [start] = session.told;
    return start === undefined || !(this.waiting.includes(start) || this.inFlight?.told === start);
  }

  private timedOut(told: Told): void {
    if (this.inFlight?.told !== told) return;
    this.takeInFlight();
    this.failed(told);
    this.sendNext();
  }

  private failed(told: Told): void {
    const { faults, scheduler } = this.world;
    told.attempts += 1;
    if (told.attempts >= maxAttempts) return faults.count('message discarded');
    faults.count(told.type === 'started' && told.seqNo === null ? 'start retried' : 'message retried');
    this.waiting.unshift(told);
    this.isResting = true;
    scheduler.after(retryAfterMs * told.attempts, () => {
      this.isResting = false;
      this.sendNext();
    });
  }

  private acknowledged(told: Told, payload: Record<string, unknown>): void {
    told.isAcknowledged = true;
    this.world.note(`${this.options.stationId} heard of ${told.identity}`);
    this.options.onAcknowledged(told, payload);
  }

  private takeInFlight(): Told | undefined {
    const { inFlight } = this;
    inFlight?.callOff();
    this.inFlight = undefined;
    return inFlight?.told;
  }
}
