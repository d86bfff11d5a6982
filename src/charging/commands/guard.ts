import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Outcome } from '#contract/commands/command.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { Budgets } from './budgets.ts';
import { CoolDowns } from './cool-downs.ts';
import type { GuardRules } from './guard-rules.ts';
import type { KillSwitch } from './kill-switch.ts';
import type { Refusal } from './refusal.ts';

export type GuardNeeds = {
  pool: Pool;
  clock: Clock;
  nodeId: string;
  rules: GuardRules;
  killSwitch: Pick<KillSwitch, 'refusal'>;
  askedPowerKw(asked: Pick<Guarded, 'stationId' | 'name' | 'input'>): Promise<number>;
};

/** What is asked of a station; `stations`: of how many the same is asked at once. */
export type Guarded = {
  stationId: string;
  name: string;
  input: Record<string, unknown>;
  actor: Actor;
  stations: number;
};

export type Pass = { powerKw: number; ended(outcome: Outcome): void };

export type GuardedMany = Omit<Guarded, 'stationId' | 'stations'> & { stationIds: readonly string[] };

export type WouldRefuse = Refusal & { stationIds: readonly string[] };

/** Stands before every command, whoever asks: kill switch, cool-downs and budgets. */
export type Guard = {
  admit(asked: Guarded): Promise<{ pass: Pass } | { refusal: Refusal }>;
  /** What `admit` would say now, of any of them; nothing is counted. */
  wouldRefuse(asked: GuardedMany): Promise<WouldRefuse | undefined>;
};

export function openGuard(needs: GuardNeeds): Guard {
  const { killSwitch } = needs;
  const budgets = new Budgets(needs);
  const coolDowns = new CoolDowns(needs);
  return {
    async admit(asked) {
      const blocked = killSwitch.refusal();
      if (blocked !== undefined) return { refusal: blocked };
      // What we do of our own accord is bounded by what it is for, and must not use up what people may do.
      if (isOurs(asked.actor)) return { pass: free };
      const askedBy = actorName(asked.actor);
      const [recent, kw] = await Promise.all([
        coolDowns.load(asked),
        needs.askedPowerKw(asked),
        budgets.load(askedBy), // a wait of its own, so that what follows happens at once
      ]);
      const spending = { askedBy, kind: kindOf(asked.actor), stations: asked.stations, kw };
      const refusal = killSwitch.refusal() ?? (recent && coolDowns.refusal(asked, recent)) ?? budgets.spend(spending);
      if (refusal !== undefined) return { refusal };
      const ended = recent && coolDowns.begin(asked);
      return { pass: { powerKw: kw, ended: (outcome) => ended?.(outcome) } };
    },
    async wouldRefuse({ stationIds, ...asked }) {
      const blocked = killSwitch.refusal();
      if (blocked !== undefined) return { ...blocked, stationIds };
      if (isOurs(asked.actor)) return undefined;
      const askedBy = actorName(asked.actor);
      const each = await Promise.all(
        stationIds.map(async (stationId) => {
          const one = { ...asked, stationId };
          const [recent, kw] = await Promise.all([coolDowns.load(one), needs.askedPowerKw(one)]);
          return { stationId, kw, cooling: recent && coolDowns.refusal(one, recent) };
        }),
      );
      await budgets.load(askedBy);
      const { length: stations } = stationIds;
      const kw = each.reduce((sum, one) => sum + one.kw, 0);
      const over = budgets.refusal({ askedBy, kind: kindOf(asked.actor), commands: stations, stations, kw });
      if (over !== undefined) return { ...over, stationIds };
      const cooling = each.filter((one) => one.cooling !== undefined);
      const [first] = cooling;
      return first?.cooling && { ...first.cooling, stationIds: cooling.map(({ stationId }) => stationId) };
    },
  };
}

const free: Pass = { powerKw: 0, ended: () => undefined };

export function isOurs({ principal, door }: Actor): boolean {
  return principal === null && door === 'system';
}

/** Whoever shows no key is given the least. */
function kindOf({ principal }: Actor) {
  return principal?.kind ?? 'agent';
}
