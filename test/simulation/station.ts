import type { Version } from '#doors/ocpp/version.ts';
import { Connection, type Peer } from './connection.ts';
import { Meter } from './meter.ts';
import { Outbox } from './outbox.ts';
import { type Habits, message2, message16 } from './session-messages.ts';
import { numberedWords, type Told, type TrueSession, wordsOf } from './told.ts';
import type { World } from './world.ts';

const hourMs = 3_600_000;

type Traits = Habits & { countsPerEvse: boolean };

/** A station of any version: vehicles charge at it, its meters count for real, and it tells of both what its outbox lets through. */
export class SimulatedStation implements Peer {
  readonly stationId: string;
  readonly version: Version;
  readonly sessions: TrueSession[] = [];
  private readonly world: World;
  private readonly traits: Traits;
  private readonly outbox: Outbox;
  private readonly meters: Meter[] = [];
  /** By EVSE, where the station counts its events over all sessions. */
  private readonly lastSeqNos = new Map<number, number>();
  private connection: Connection | undefined;
  private clockOffsetMs = 0;
  private chargings = 0;
  /** Deliveries that are still to come although they were acknowledged. */
  private repetitions = 0;

  constructor(world: World, { stationId, version }: { stationId: string; version: Version }) {
    const { random } = world;
    this.world = world;
    this.stationId = stationId;
    this.version = version;
    this.traits = {
      unit: random.pick(['Wh', 'Wh', 'kWh', 'Wh in thousands']),
      namesEvseAlways: random.chance(0.5),
      marksRepeated: random.chance(0.5),
      repeatsReadings: random.chance(0.3),
      countsPerEvse: random.chance(0.3),
    };
    this.outbox = new Outbox({
      world,
      stationId,
      reusesIds: random.chance(0.3),
      onAcknowledged: (told, payload) => this.acknowledged(told, payload),
    });
    if (random.chance(0.3)) this.setClock();
    const usedReadings = new Set<number>();
    const evses = random.pick([1, 1, 2]);
    while (this.meters.length < evses) this.meters.push(new Meter(random.between(0, 3_000_000), usedReadings));
  }

  get isDone(): boolean {
    return this.chargings === 0 && this.repetitions === 0 && this.outbox.isEmpty;
  }

  get isCharging(): boolean {
    return this.chargings > 0;
  }

  start(sessions: number): void {
    this.connectIn(0);
    this.meters.forEach((meter, index) => {
      const share = Math.ceil(sessions / this.meters.length);
      this.chargings += 1;
      void this.chargeOften(index + 1, meter, share).finally(() => {
        this.chargings -= 1;
      });
    });
  }

  heard(connection: Connection, text: string): void {
    const [type, messageId, payload] = JSON.parse(text) as [number, string, Record<string, unknown>];
    if (type === 2) return this.obey(connection, messageId, payload);
    this.outbox.answered(connection, type, messageId, payload);
  }

  lost(connection: Connection): void {
    if (this.connection !== connection) return;
    this.disconnected();
    this.connectIn(this.world.random.between(500, 20_000));
  }

  private async chargeOften(evseId: number, meter: Meter, sessions: number): Promise<void> {
    const { scheduler, random, faults } = this.world;
    for (let count = 0; count < sessions; count += 1) {
      await scheduler.wait(random.between(200, 10_000));
      if (faults.happens('meter reset')) meter.reset();
      await this.charge(evseId, meter);
      if (this.version.name !== '1.6' && faults.happens('poisoned message')) this.tellPoison(evseId);
      if (this.version.name === '1.6' && faults.happens('stop of another station')) this.tellForeignStop(evseId, meter);
    }
  }

  private async charge(evseId: number, meter: Meter): Promise<void> {
    const { scheduler, random, faults } = this.world;
    const session = this.newSession(evseId);
    const powerW = random.between(1_000, 350_000);
    const flow = async () => {
      const durationMs = random.chance(0.5) ? random.between(300, 8_000) : random.between(8_000, 900_000);
      await scheduler.wait(durationMs);
      session.energyWh += meter.flow(Math.ceil((powerW * durationMs) / hourMs));
      if (faults.happens('meter reset')) {
        session.hasMeterReset = true;
        meter.reset();
      }
      if (faults.happens('clock set')) this.setClock();
      if (this.version.name !== '1.6' && faults.happens('numbers begin again')) this.countAgain(session);
    };
    this.tell(session, 'started', this.read(meter, undefined));
    for (let left = random.pick([0, 1, 1, 2, 3]); left > 0; left -= 1) {
      await flow();
      this.disturb();
      const isBare = this.version.name !== '1.6' && random.chance(0.2);
      if (faults.happens('update dropped')) this.nextSeqNo(session);
      else this.tell(session, 'updated', isBare ? null : this.read(meter, session));
    }
    await flow();
    this.tell(session, 'ended', this.read(meter, session));
  }

  private newSession(evseId: number): TrueSession {
    const { random } = this.world;
    const is16 = this.version.name === '1.6';
    const session: TrueSession = {
      stationId: this.stationId,
      version: this.version.name,
      evseId,
      ref: is16 ? null : `tx-${this.sessions.length + 1}`, // every station counts alike: others have the same names
      told: [],
      energyWh: 0,
      hasMeterReset: false,
      hasOddClock: this.clockOffsetMs !== 0,
      hasContradiction: false,
      isMisnumbered: false,
      hasOneNumber: false,
      isMadeUp: false,
      stopReason: random.pick(['Local', 'EVDisconnected', 'Remote']),
    };
    this.sessions.push(session);
    return session;
  }

  /** Readings are unique within a station; the Watt-hour that makes one so has flowed like any other. */
  private read(meter: Meter, session: TrueSession | undefined): number {
    const { registerWh, flowedWh } = meter.read();
    if (session !== undefined) session.energyWh += flowedWh;
    return registerWh;
  }

  private tell(session: TrueSession, type: Told['type'], registerWh: number | null): void {
    const seqNo = this.numberFor(session, type);
    const timestamp = new Date(this.world.scheduler.nowMs + this.clockOffsetMs).toISOString();
    const isOffline = this.connection === undefined;
    const moment = { session, type, seqNo, timestamp, registerWh, isOffline, habits: this.traits };
    const told: Told = {
      ...(seqNo === null ? message16(moment) : message2(moment)),
      session,
      type,
      seqNo,
      timestamp,
      registerWh,
      identity:
        seqNo === null
          ? wordsOf(type, registerWh ?? -1)
          : numberedWords({ ref: String(session.ref).replace('\0', '\uFFFD'), seqNo, type, registerWh, timestamp }),
      isDoomed: this.doom(),
      messageId: null,
      attempts: 0,
      isAcknowledged: false,
    };
    session.told.push(told);
    this.outbox.add(told);
  }

  private doom(): Told['isDoomed'] {
    const { faults } = this.world;
    if (faults.happens('request never gets through')) return 'request';
    return faults.happens('answer never gets through') ? 'answer' : null;
  }

  /** The station was started again in mid-session and does not remember its numbers. */
  private countAgain(session: TrueSession): void {
    session.isMisnumbered = true;
    this.lastSeqNos.set(session.evseId, -1);
  }

  private numberFor(session: TrueSession, type: Told['type']): number | null {
    const { faults } = this.world;
    if (this.version.name === '1.6') return null;
    const [first] = session.told;
    if (first === undefined)
      session.hasOneNumber = !session.isMadeUp && faults.happens('every event has the same number');
    const isRepeated = type === 'ended' && !session.hasOneNumber && faults.happens('end repeats a number');
    session.isMisnumbered ||= session.hasOneNumber || isRepeated;
    const last = session.told.at(-1)?.seqNo ?? null;
    if (last !== null && (session.hasOneNumber || isRepeated)) return last;
    return this.nextSeqNo(session);
  }

  private nextSeqNo(session: TrueSession): number | null {
    if (this.version.name === '1.6') return null;
    const counted = this.lastSeqNos.get(session.evseId) ?? -1;
    const isFirst = session.told.length === 0;
    const next = isFirst && !this.traits.countsPerEvse ? 0 : counted + 1;
    this.lastSeqNos.set(session.evseId, next);
    return next;
  }

  /**
   * What no database takes is answered and harms nobody else: a text is mended and kept beside as it came, a number is set aside with its
   * message.
   */
  private tellPoison(evseId: number): void {
    const made = { ...this.newSession(evseId), isMadeUp: true };
    const number = this.sessions.length;
    const session =
      number % 2 === 0 ? { ...made, ref: `poison\0${number}` } : { ...made, ref: `poison${number}`, evseId: 2 ** 40 };
    this.sessions[this.sessions.length - 1] = session;
    this.tell(session, 'updated', null);
  }

  /** A stop that names a session of another station (A9): it changes nothing there. */
  private tellForeignStop(evseId: number, meter: Meter): void {
    const foreign = this.world.stations.flatMap(({ stationId, sessions }) =>
      stationId === this.stationId
        ? []
        : sessions.filter(({ version, ref, isMadeUp }) => version === '1.6' && ref !== null && !isMadeUp),
    );
    const victim = foreign.at(-1);
    if (victim === undefined) return;
    const session = { ...this.newSession(evseId), isMadeUp: true, ref: victim.ref };
    this.sessions[this.sessions.length - 1] = session;
    this.tell(session, 'ended', meter.unusedReading());
  }

  private acknowledged(told: Told, payload: Record<string, unknown>): void {
    const { faults } = this.world;
    if (told.seqNo === null && told.type === 'started') this.learnId(told.session, payload['transactionId'] as number);
    if (told.session.isMadeUp) return;
    if (faults.happens('delivered twice')) this.outbox.add({ ...told, attempts: 0, messageId: null });
    if (faults.happens('delivered again much later')) this.againLater(told);
    if (told.registerWh !== null && told.seqNo !== null && faults.happens('contradiction')) this.contradict(told);
  }

  private learnId(session: TrueSession, transactionId: number): void {
    this.world.check.isSameId(session, String(transactionId));
    session.ref = String(transactionId);
  }

  private againLater(told: Told): void {
    const { scheduler, random } = this.world;
    this.repetitions += 1;
    scheduler.after(random.between(hourMs, 30 * hourMs), () => {
      this.repetitions -= 1;
      this.outbox.add({ ...told, attempts: 0, messageId: null });
    });
  }

  private contradict(told: Told): void {
    told.session.hasContradiction = true;
    const moment = { ...told, registerWh: (told.registerWh ?? 0) + 7_000, isOffline: false, habits: this.traits };
    this.outbox.add({ ...told, attempts: 0, messageId: null, ...message2(moment) });
  }

  /** The network between us and the station. */
  private disturb(): void {
    const { faults, random } = this.world;
    if (faults.happens('second connection claims the station')) this.world.claim(this);
    const { connection } = this;
    if (connection === undefined || connection.steadiedBy > 0) return;
    const isOffline = faults.happens('station offline');
    if (isOffline || faults.happens('connection closed')) connection.hangUp();
    else if (faults.happens('connection half-open')) connection.cut();
    else return;
    this.disconnected();
    this.connectIn(isOffline ? random.between(60_000, 2 * hourMs) : random.between(500, 20_000));
  }

  private setClock(): void {
    const { random, scheduler } = this.world;
    for (const session of this.sessions) session.hasOddClock ||= session.told.at(-1)?.type !== 'ended';
    const neverSet = -scheduler.nowMs + 1_000_000; // counts from 1970
    this.clockOffsetMs = random.pick([
      0,
      random.between(-2 * hourMs, 2 * hourMs),
      random.between(-900, 900) * 24 * hourMs,
      neverSet,
    ]);
  }

  private disconnected(): void {
    this.connection = undefined;
    this.outbox.disconnected();
  }

  private connectIn(delayMs: number): void {
    const { scheduler, random, nodes } = this.world;
    scheduler.after(delayMs, () => {
      if (this.connection !== undefined) return;
      const { process } = random.pick(nodes);
      if (process === undefined || process.isStill) return this.connectIn(random.between(1_000, 20_000));
      const connection = new Connection(this.world, this, process);
      this.connection = connection;
      void process.accept(connection, this.version);
      this.outbox.connected(connection);
    });
  }

  private obey(connection: Connection, messageId: string, action: unknown): void {
    const { random } = this.world;
    if (action === 'TriggerMessage') return connection.ask(JSON.stringify([3, messageId, { status: 'Accepted' }]));
    const answer = random.pick(['Unlocked', 'UnlockFailed', 'nonsense', 'silence']);
    if (answer === 'silence') connection.isMute = true;
    else connection.ask(JSON.stringify([3, messageId, { status: answer }]));
  }
}
