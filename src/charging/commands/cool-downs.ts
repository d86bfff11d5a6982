import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Outcome } from '#contract/commands/command.ts';
import type { GuardRules } from './guard-rules.ts';
import { type Ended, readRecent } from './guard-store.ts';
import type { Refusal } from './refusal.ts';

export type CoolDownNeeds = { pool: Pool; clock: Clock; rules: GuardRules };

type CommandInput = { stationId: string; name: string; input: Record<string, unknown> };

/** One command that a station has to recover from; null: the station as a whole, or wherever a raw message meant. */
type Recent = { kind: string; evseId: number | null; connectorId: number | null; at: number };

/** Raw messages that do the same. */
const kindOfAction: Readonly<Record<string, string>> = {
  Reset: 'reset',
  UnlockConnector: 'unlock',
  ChangeAvailability: 'set-availability',
  UpdateFirmware: 'update-firmware',
  SignedUpdateFirmware: 'update-firmware',
  PublishFirmware: 'publish-firmware',
};

/** Stations whose time is over are forgotten once so many are known. */
const maxKnown = 10_000;

/** How soon a station may be asked for the same again, at the same place. Asked by whom does not matter to the station. */
export class CoolDowns {
  private readonly needs: CoolDownNeeds;
  /** What was let pass here: it may not be in the table yet. */
  private readonly here = new Map<string, Recent[]>();

  constructor(needs: CoolDownNeeds) {
    this.needs = needs;
  }

  /** What the table holds of the same kind; undefined: this kind needs none. */
  async load(asked: CommandInput): Promise<Recent[] | undefined> {
    const { kind } = recentOf(asked, 0);
    const seconds = this.secondsOf(kind);
    if (seconds === 0) return undefined;
    const since = this.needs.clock.now().getTime() - seconds * 1000;
    const { stationId } = asked;
    const read = await readRecent(this.needs.pool, { stationId, names: [kind, 'raw'], since });
    return read.map((each) => asItWas(recentOf(each, each.at), each));
  }

  refusal(asked: CommandInput, read: readonly Recent[]): Refusal | undefined {
    const now = this.needs.clock.now().getTime();
    const wanted = recentOf(asked, now);
    const coolMs = this.secondsOf(wanted.kind) * 1000;
    const earlier = [...read, ...(this.here.get(asked.stationId) ?? [])]
      .filter((each) => isSamePlace(each, wanted))
      .map(({ at }) => at);
    const leftMs = Math.max(...earlier, Number.NEGATIVE_INFINITY) + coolMs - now;
    if (leftMs <= 0) return undefined;
    const reason = `The station was asked for ${wanted.kind} a moment ago; it may be asked again in ${Math.ceil(leftMs / 1000)} seconds.`;
    return { code: 'CoolingDown', reason };
  }

  /** From now on it counts; the answer takes it back, where the station did nothing, and tells where it was done. */
  begin(asked: CommandInput): (outcome: Outcome) => void {
    const { stationId } = asked;
    const now = this.needs.clock.now().getTime();
    const wanted = recentOf(asked, now);
    const underWay = asItWas(wanted, { status: null, losses: null });
    if (this.here.size >= maxKnown) for (const id of this.here.keys()) this.forgetOld(id, now);
    this.forgetOld(stationId, now);
    this.add(stationId, underWay);
    return (outcome) => {
      this.keep(stationId, (each) => each !== underWay);
      if (!didNothing(outcome)) this.add(stationId, asItWas(wanted, outcome));
    };
  }

  private add(stationId: string, recent: Recent): void {
    this.here.set(stationId, [...(this.here.get(stationId) ?? []), recent]);
  }

  private forgetOld(stationId: string, now: number): void {
    this.keep(stationId, ({ kind, at }) => at + this.secondsOf(kind) * 1000 > now);
  }

  private keep(stationId: string, isKept: (recent: Recent) => boolean): void {
    const kept = this.here.get(stationId)?.filter(isKept) ?? [];
    if (kept.length === 0) this.here.delete(stationId);
    else this.here.set(stationId, kept);
  }

  private secondsOf(kind: string): number {
    return this.needs.rules.coolDownSeconds[kind] ?? 0;
  }
}

function recentOf({ name, input }: Pick<CommandInput, 'name' | 'input'>, at: number): Recent {
  if (name === 'raw') {
    const kind = kindOfAction[String(input['action'])] ?? 'raw';
    return { kind, evseId: null, connectorId: null, at };
  }
  return { kind: name, evseId: numberOf(input['evseId']), connectorId: numberOf(input['connectorId']), at };
}

/**
 * OCPP 1.6 restarts the whole station, whichever EVSE was named: only the answer tells whether one EVSE alone was meant. Otherwise a
 * station could be restarted again and again under the numbers of its EVSEs.
 */
function asItWas(recent: Recent, { status, losses }: Ended): Recent {
  if (recent.kind !== 'reset') return recent;
  const isOfOne = status === 'accepted' && !losses?.some(({ field }) => field === 'evseId');
  return isOfOne ? recent : { ...recent, evseId: null };
}

function didNothing({ status }: Outcome): boolean {
  return status === 'rejected' || status === 'not-sent';
}

function isSamePlace(a: Recent, b: Recent): boolean {
  const meets = (one: number | null, other: number | null) => one === null || other === null || one === other;
  return a.kind === b.kind && meets(a.evseId, b.evseId) && meets(a.connectorId, b.connectorId);
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
