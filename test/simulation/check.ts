import type { Session } from '#charging/sessions/fold/session.ts';
import type { ToldFact } from '#charging/sessions/record/session-fact.ts';
import { type KeptFact, wholeFact } from '#charging/sessions/store/kept-fact.ts';
import type { StationLink } from '#doors/ocpp/link/station-link.ts';
import type { Committed, Entry } from '#ledger/ledger-types.ts';
import type { PreparedEntry } from '#ledger/prepare-entry.ts';
import type { Connection } from './connection.ts';
import type { ModelStore, SessionChange } from './model-store.ts';
import type { ServerProcess } from './node.ts';
import { identityOf, type TrueSession, wordsOf } from './told.ts';
import type { World } from './world.ts';

export type Rule = 'L1' | 'L2' | 'L3' | 'L4' | 'L5' | 'L6' | 'L7' | 'L8';
export type Violation = { rule: Rule; what: string };

/** More of them say nothing new. */
const maxViolations = 20;

/** Watches a world while it runs: what may never be so, not even for a moment. */
export class Check {
  readonly violations: Violation[] = [];
  /** What a commit has made durable, by station and event. */
  private readonly durable = new Set<string>();
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  broken(rule: Rule, what: string): void {
    this.world.note(`${rule} broken: ${what}`);
    if (this.violations.length < maxViolations) this.violations.push({ rule, what });
  }

  committed(batch: readonly PreparedEntry[], results: readonly Committed[]): void {
    batch.forEach((entry, index) => {
      if (results[index]?.status === 'known') this.world.faults.count('known again');
      this.makeDurable(entry);
    });
  }

  setAside(entry: Entry): void {
    this.makeDurable(entry);
  }

  private makeDurable({ events, writes }: Entry): void {
    const first = events?.[0];
    if (typeof first?.stationId !== 'string') return;
    const { stationId, kind, body } = first;
    if (kind === 'session-event')
      this.durable.add(`${stationId} ${identityOf(wholeFact(body as KeptFact) as ToldFact)}`);
    if (kind !== 'meter-values') return;
    for (const { row } of writes ?? [])
      for (const { value } of (row as { samples: { value: number }[] }).samples)
        this.durable.add(`${stationId} ${wordsOf('updated', value)}`);
  }

  /** A frame leaves a process. Tells whether it answers a message about a session. */
  sends(process: ServerProcess, connection: Connection, text: string): boolean {
    const [type, messageId] = JSON.parse(text) as [number, string];
    const { stationId } = connection.peer;
    if (type === 2 && process.holders.get(stationId) !== connection)
      this.broken('L6', `a command went to ${stationId} by a connection that does not speak for it`);
    const held = this.world.books.holderOf(stationId);
    if (type === 2 && held !== undefined && held.node !== process.nodeId && held.epoch > (connection.link?.epoch ?? 0))
      this.broken('L6', `a command went to ${stationId} from a node that had lost it to another`);
    const told = connection.asked.get(messageId);
    if (told === undefined || type === 2) return false;
    this.world.note(`${stationId} is answered ${type} on ${told.identity}`);
    if (type === 4) this.broken('L1', `${stationId} got an error for ${told.identity}: it may drop the energy with it`);
    else if (!this.durable.has(`${stationId} ${told.identity}`))
      this.broken('L1', `${stationId} was answered on ${told.identity} before a commit held it`);
    return true;
  }

  isSameId(session: TrueSession, ref: string): void {
    if (session.ref !== null && session.ref !== ref)
      this.broken('L2', `${session.stationId} got the ids ${session.ref} and ${ref} for one start`);
  }

  /** Whom the directory would send a command to, and who speaks for the station by our own book. */
  isHolder(stationId: string, holder: StationLink | undefined, found: StationLink | undefined): void {
    if (holder !== found)
      this.broken(
        'L6',
        `${stationId} is ${holder === undefined ? 'not ' : ''}connected, and the directory says otherwise`,
      );
  }

  isOutcome(stationId: string, status: string | undefined): void {
    if (!['accepted', 'rejected', 'no-answer', 'not-sent'].includes(status ?? ''))
      this.broken('L7', `a command to ${stationId} ended as ${String(status)}`);
  }

  isNotAlarmed(facts: object, sentence: string): void {
    const { err } = facts as { err?: Error };
    this.broken('L1', `${sentence}: ${err?.stack?.split('\n').slice(0, 3).join(' ') ?? ''}`);
  }

  /** What one commit did to the rows of sessions. */
  changed(changes: readonly SessionChange[], model: ModelStore): void {
    for (const { stationId, ref, before, after } of changes) {
      const held = model.countOf(stationId, ref);
      if (after.eventCount > held)
        this.broken(
          'L5',
          `session ${ref} of ${stationId} holds ${after.eventCount} events, and the station told ${held}`,
        );
      if (after.eventCount < held)
        this.broken('L3', `session ${ref} of ${stationId} holds ${after.eventCount} of its ${held} events`);
      if ((after.energyMwh ?? 0) < 0) this.broken('L4', `session ${ref} of ${stationId} has negative energy`);
      if (isResurrected(before, after)) this.broken('L3', `session ${ref} of ${stationId} runs again after its end`);
    }
  }
}

function isResurrected(before: Session | undefined, after: Session): boolean {
  const wasTold =
    before?.state === 'ended' && !before.flags.some((flag) => flag === 'stop-matched' || flag === 'closed-inferred');
  return wasTold && after.state === 'running' && !after.flags.includes('was-resumed');
}
