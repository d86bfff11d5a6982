import { randomUUID } from 'node:crypto';
import type { Clock } from '#clock.ts';
import { freeState, outOfServiceState } from './connector-life.ts';
import type { Connectors } from './connectors.ts';
import type { DeviceModel } from './device-model.ts';
import type { SessionDialect } from './dialect.ts';
import { type Measured, type Reading, readingsOf } from './measured.ts';
import type { Outbox } from './outbox.ts';

export type SimulatedSession = {
  readonly evseId: number;
  /** In 2.x the station names it; in 1.6 the server does, with its answer to the start. */
  ref: string;
  readonly token: string;
  /** As 2.x names it. */
  readonly tokenType: string;
  readonly remoteStartId: number | null;
  readonly reservationId: number | null;
  readonly startedAt: Date;
  readonly startWh: number;
  /** 2.x: the next sequence number of its events. */
  seqNo: number;
  isEnded: boolean;
  /** What the server said about the token. */
  verdict: string | null;
  /** 2.1: it ends by itself once this much energy was taken. */
  maxEnergyWh: number | null;
};

/** Transaction messages are tried three times before they are dropped, as MessageAttemptsTransactionEvent usually says. */
const transactionAttempts = 3;

type Needs = {
  outbox: Outbox;
  connectors: Connectors;
  dialect: SessionDialect;
  clock: Clock;
  isOnline(): boolean;
  deviceModel(): DeviceModel;
};

/** The sessions at a station and the meters they run through: registers count for a lifetime, never back. */
export class SimulatedSessions {
  readonly all: SimulatedSession[] = [];
  private readonly registers = new Map<number, number>();
  private readonly needs: Needs;

  constructor(needs: Needs) {
    this.needs = needs;
  }

  running(evseId: number): SimulatedSession | undefined {
    return this.all.find((session) => session.evseId === evseId && !session.isEnded);
  }

  byRef(ref: string): SimulatedSession | undefined {
    return this.all.find((session) => session.ref === ref && !session.isEnded);
  }

  registerWh(evseId: number): number {
    return this.registers.get(evseId) ?? 0;
  }

  start(asked: {
    evseId: number;
    token: string;
    tokenType?: string | undefined;
    remoteStartId?: number | undefined;
    reservationId?: number | undefined;
    ref?: string | undefined;
  }): SimulatedSession {
    const session: SimulatedSession = {
      evseId: asked.evseId,
      ref: asked.ref ?? randomUUID(),
      token: asked.token,
      tokenType: asked.tokenType ?? 'ISO14443',
      remoteStartId: asked.remoteStartId ?? null,
      reservationId: asked.reservationId ?? null,
      startedAt: this.needs.clock.now(),
      startWh: this.registerWh(asked.evseId),
      seqNo: 0,
      isEnded: false,
      verdict: null,
      maxEnergyWh: null,
    };
    this.all.push(session);
    this.occupy(asked.evseId, 'charging');
    this.tell(session, 'start');
    return session;
  }

  /** The vehicle takes energy, and the station reports its meter, with as much of the rest as it is set to report. */
  charge(session: SimulatedSession, wh: number, measured: Measured = {}): void {
    if (session.isEnded) return; // the vehicle may still be there, but nothing flows
    this.registers.set(session.evseId, this.registerWh(session.evseId) + wh);
    const wanted = this.setting('SampledDataCtrlr', 'TxUpdatedMeasurands')?.split(',') ?? [];
    this.tell(session, 'meter', { readings: readingsOf(measured, wanted) });
    this.stopAtLimit(session);
  }

  /** 2.x F06, B13: tells of a running session, for a reason of its own. */
  tellAgain(session: SimulatedSession, trigger: 'Trigger' | 'TxResumed'): void {
    this.tell(session, 'meter', { trigger });
  }

  stop(session: SimulatedSession, reason: string): void {
    if (session.isEnded) return;
    session.isEnded = true;
    this.tell(session, 'stop', { reason });
    for (const connector of this.needs.connectors.find({ evseId: session.evseId })) {
      // The availability change that had to wait for the driver.
      this.needs.connectors.change(connector, connector.isOperative ? freeState : outOfServiceState);
    }
  }

  /** The station restarts. */
  stopAll(reason: string): void {
    for (const session of this.all) this.stop(session, reason);
  }

  private occupy(evseId: number, activity: 'charging'): void {
    for (const connector of this.needs.connectors.find({ evseId })) {
      this.needs.connectors.change(connector, { status: 'in-use', activity, fault: null });
    }
  }

  /** What happened is fixed now; how it is put into words may depend on an answer that is still to come. */
  private tell(
    session: SimulatedSession,
    what: SessionFact['what'],
    {
      reason = null,
      trigger = null,
      readings = [],
    }: Partial<Pick<SessionFact, 'reason' | 'trigger' | 'readings'>> = {},
  ): void {
    const { dialect, outbox, clock } = this.needs;
    const fact = {
      what,
      at: clock.now(),
      wh: this.registerWh(session.evseId),
      seqNo: session.seqNo,
      reason,
      trigger,
      readings,
      isOffline: !this.needs.isOnline(),
    };
    session.seqNo += 1;
    outbox.push({
      action: dialect.actionOf(what),
      request: () => dialect.requestOf(session, fact),
      attempts: transactionAttempts,
      settled: (answer) => answer && this.heed(session, answer),
    });
  }

  /** Whoever turns out not to be allowed has to stop (1.6 §5.16 StopTransactionOnInvalidId, 2.x E05). */
  private heed(session: SimulatedSession, answer: object): void {
    this.needs.dialect.takeAnswer(session, answer);
    const isRefused = session.verdict !== null && session.verdict !== 'Accepted';
    if (isRefused && this.setting('TxCtrlr', 'StopTxOnInvalidId') === 'true') this.stop(session, 'DeAuthorized');
    this.stopAtLimit(session);
  }

  /** The limit may be told when it is reached already. */
  private stopAtLimit(session: SimulatedSession): void {
    const { maxEnergyWh, startWh, evseId, isEnded } = session;
    const isReached = maxEnergyWh !== null && this.registerWh(evseId) - startWh >= maxEnergyWh;
    if (isReached && !isEnded) this.stop(session, 'EnergyLimitReached');
  }

  private setting(component: string, variable: string): string | undefined {
    return this.needs.deviceModel().find({ component, variable })?.read();
  }
}

export type SessionFact = {
  what: 'start' | 'meter' | 'stop';
  at: Date;
  wh: number;
  seqNo: number;
  reason: string | null;
  /** 2.x: why it is told, where that is nothing usual. */
  trigger: 'Trigger' | 'TxResumed' | null;
  /** What was measured beside the register. */
  readings: readonly Reading[];
  /** It happened while there was no connection. */
  isOffline: boolean;
};
