import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '#contract/stations/message.ts';
import { askAgain, type Instance } from './ask-again.ts';
import { MappedIds } from './mapped-ids.ts';
import { isWhole, parsedFrame, parsedObject } from './recorded-frame.ts';
import { ReplayedStation, ReplayStopped } from './replayed-station.ts';

export type DifferenceKind =
  | 'other-answer'
  | 'no-answer'
  | 'never-asked'
  | 'not-recorded'
  | 'command-failed'
  | 'not-kept';

export type Difference = { kind: DifferenceKind; stationId: string; action: string | null; sentence: string | null };
export type ReplayReport = { stations: number; messages: number; differences: Difference[] };

export type ReplayNeeds = {
  ocppUrl: string;
  instance: Instance;
  /** Ends it after the message that is under way. */
  signal?: AbortSignal;
};

/** A call that the server makes by itself follows soon; one that takes longer does not come. */
const callWithinMs = 5_000;
const seenWithinMs = 5_000;
const lookEveryMs = 20;

/**
 * Says again what stations said, in the order in which it was said across all of them, to an instance that knows none of
 * them; what people asked of the stations is asked again. One thing at a time: what comes next may depend on it.
 */
export async function replay(needs: ReplayNeeds, recorded: readonly Message[]): Promise<ReplayReport> {
  const trace = inOrder(recorded);
  const replaying = new Replaying(needs, trace);
  let messages = 0;
  try {
    for (const message of trace) {
      if (needs.signal?.aborted) break;
      await replaying.take(message);
      messages += 1;
    }
  } finally {
    await replaying.end();
  }
  return { stations: replaying.stationCount, messages, differences: replaying.differences };
}

class Replaying {
  readonly differences: Difference[] = [];
  private readonly needs: ReplayNeeds;
  private readonly ids = new MappedIds();
  private readonly stations: ReadonlyMap<string, ReplayedStation>;
  private readonly askAgain: ReturnType<typeof askAgain>;

  constructor(needs: ReplayNeeds, trace: readonly Message[]) {
    this.needs = needs;
    this.askAgain = askAgain({ instance: needs.instance, ids: this.ids, trace });
    const byStation = Map.groupBy(trace, ({ stationId }) => stationId);
    this.stations = new Map([...byStation].map(([id, messages]) => [id, this.stationOf(id, messages)]));
  }

  get stationCount(): number {
    return this.stations.size;
  }

  async take(message: Message): Promise<void> {
    const station = this.stations.get(message.stationId);
    if (station === undefined) return;
    if (message.outcome === 'connected') return this.connect(station, message);
    if (message.outcome === 'disconnected' && !station.isConnected) return; // a trace may begin anywhere
    if (message.outcome === 'disconnected') return this.disconnect(station, heartbeatsIn(message));
    if (!isWhole(message)) return this.note('not-kept', message);
    if (!station.isConnected) await this.connect(station, message);
    return message.caller === 'station' ? this.sayAgain(station, message) : this.awaitCall(station, message);
  }

  async end(): Promise<void> {
    for (const station of this.stations.values()) if (station.isConnected) await this.disconnect(station);
  }

  private async sayAgain(station: ReplayedStation, message: Message): Promise<void> {
    const then = message.answer === null ? undefined : parsedFrame(message.answer);
    const now = await station.say(message);
    if (message.answer === null) return;
    if (now === undefined) return this.note('no-answer', message);
    if (isAccepted(message, then) && !isAccepted(message, now))
      throw new ReplayStopped('not-accepted', station.stationId);
    this.ids.learn(then, now);
    if (!this.areAlike(then, now)) this.note('other-answer', message);
  }

  /** Of an error the code counts; its words may be others. */
  private areAlike(then: unknown[] | undefined, now: unknown[]): boolean {
    if (then?.[0] === 4 || now[0] === 4) return then?.[0] === now[0] && then?.[2] === now[2];
    return this.ids.areAlike(then, now);
  }

  /** A call of the server: asked again if people or programs had asked for it, else it comes by itself. */
  private async awaitCall(station: ReplayedStation, message: Message): Promise<void> {
    if (parsedFrame(message.request)?.[0] !== 2) return; // what it says about our answers follows from them
    await this.settle(station);
    const asked = this.askAgain(message);
    const isAnswered = station.hasAnswered(message, callWithinMs);
    const answered = await (asked === undefined ? isAnswered : Promise.race([isAnswered, asked.failed]));
    if (typeof answered === 'string') return this.note('command-failed', message, answered);
    if (!answered) return this.note('never-asked', message);
    const ended = asked && (await Promise.race([asked.ended(message), asked.failed]));
    if (typeof ended === 'string') this.note('command-failed', message, ended);
  }

  private async connect(station: ReplayedStation, { version }: Message): Promise<void> {
    if (station.isConnected) await this.disconnect(station);
    await station.connect(version ?? '2.0.1');
  }

  private async disconnect(station: ReplayedStation, heartbeats = 0): Promise<void> {
    const { stationId } = station;
    await station.beat(heartbeats);
    await this.settle(station);
    await station.disconnect();
    await until(async () => !(await this.needs.instance.isOnline(stationId)));
  }

  /** What asks for no answer is handled in its turn, and seen only in what the instance recorded. */
  private async settle(station: ReplayedStation): Promise<void> {
    const { stationId, unheard } = station;
    if (unheard !== null) await until(() => this.needs.instance.hasRecorded(stationId, unheard));
    station.unheard = null;
  }

  private stationOf(stationId: string, messages: readonly Message[]): ReplayedStation {
    return new ReplayedStation({
      stationId,
      ocppUrl: this.needs.ocppUrl,
      ids: this.ids,
      recordedCalls: messages.filter(({ caller }) => caller === 'system'),
      onUnknownCall: (action) => this.differences.push({ kind: 'not-recorded', stationId, action, sentence: null }),
    });
  }

  private note(kind: DifferenceKind, { stationId, action, sentence }: Message, why?: string): void {
    this.differences.push({ kind, stationId, action, sentence: why ?? sentence });
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const patience = Date.now() + seenWithinMs;
  while (!(await isSo()) && Date.now() < patience) await pause(lookEveryMs);
}

function heartbeatsIn({ request }: Message): number {
  const { heartbeats } = (parsedObject(request) ?? {}) as { heartbeats?: unknown };
  return typeof heartbeats === 'number' ? heartbeats : 0;
}

function isAccepted({ action }: Message, answer: unknown[] | undefined): boolean {
  return action === 'BootNotification' && (answer?.[2] as { status?: string } | undefined)?.status === 'Accepted';
}

/** As it happened across all stations; what was exported twice is said once. */
function inOrder(recorded: readonly Message[]): Message[] {
  const once = new Map(recorded.map((message) => [`${message.stationId}\n${message.id}`, message]));
  return [...once.values()].toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || Number(one.id) - Number(other.id),
  );
}
