import { isInterrupting, obstacleTo } from '../../src/automation/rules/preconditions.ts';
import { isSafetyCode, ladderFor, maxStepsPerDay, stepNamed } from '../../src/charging/health/ladder.ts';
import type { StationHealth } from '../../src/charging/health/signals/station-health.ts';
import type { RuleCommand } from '../../src/contract/automation/rule.ts';
import type { RemedyStep } from '../../src/contract/findings/finding.ts';
import type { FoundAt } from './evaluate.ts';
import type { StationStream } from './station-stream.ts';

const dayMs = 86_400_000;
/** Somebody charges there, or it is offline: so many hours a step is waited with. */
const maxWaits = 12;

/** `code` and `isCharging`: what was truly so at that moment, which the rule could only know from what it had heard. */
export type Action = {
  station: string;
  at: number;
  step: RemedyStep;
  kind: FoundAt['alarm']['kind'];
  code: string | null;
  isCharging: boolean;
};

/** What a rule that climbs the ladder does about one finding. */
export type Climb = { found: FoundAt; steps: RemedyStep[]; waits: number; taken: Action[]; ticketAt: number | null };

export function beginClimb(found: FoundAt, state: StationHealth): Climb {
  return { found, steps: [...ladderFor(found.alarm.kind, codeKnown(state))], waits: 0, taken: [], ticketAt: null };
}

/** `running`: sessions of which a beginning was heard and no end. */
type Place = {
  state: StationHealth;
  running: ReadonlySet<string>;
  stream: StationStream;
  all: readonly Climb[];
  start: number;
};

/** An hour later: one step at most, by the preconditions of the product and what it has heard of the station. */
export function climbOn(climb: Climb, at: number, { state, running, stream, all, start }: Place): void {
  if (climb.ticketAt !== null) return;
  for (;;) {
    const [step] = climb.steps;
    if (step === undefined || step === 'ticket') {
      climb.ticketAt = at - start;
      return;
    }
    const { commands, needsNoSession } = stepNamed(step);
    const isInterrupt = commands.some(({ name, input }) =>
      isInterrupting({ do: 'command', name: name as RuleCommand, input }),
    );
    const obstacle = commands.length === 0 ? undefined : obstacleTo(factsKnown(state, running), { isInterrupt });
    if (obstacle?.code === 'safety-code') climb.steps = ['ticket'];
    else if (obstacle !== undefined && climb.waits < maxWaits) {
      climb.waits += 1;
      return;
    } else {
      climb.steps.shift();
      climb.waits = 0;
      if (commands.length === 0 || obstacle !== undefined || (needsNoSession && isSpent(all, at - start))) continue;
      climb.taken.push({
        station: climb.found.station,
        at: at - start,
        step,
        kind: climb.found.alarm.kind,
        code: stream.codeAt(at),
        isCharging: stream.isChargingAt(at),
      });
      return;
    }
  }
}

function isSpent(all: readonly Climb[], at: number): boolean {
  const today = all.flatMap(({ taken }) => taken).filter((each) => isDisturbing(each.step) && at - each.at < dayMs);
  return today.length >= maxStepsPerDay;
}

export function isDisturbing(step: RemedyStep): boolean {
  return stepNamed(step).needsNoSession;
}

function factsKnown(state: StationHealth, running: ReadonlySet<string>) {
  return {
    isOnline: state.onlineSince !== null,
    isCharging: running.size > 0,
    hasSafetyCode: isSafetyCode(codeKnown(state)),
  };
}

/** What a connector says that is out of order now, the gravest. */
function codeKnown({ connectors }: StationHealth): string | null {
  const codes = Object.values(connectors).flatMap(({ faultedSince, faultCode }) =>
    faultedSince === null || faultCode === null ? [] : [faultCode],
  );
  return codes.find(isSafetyCode) ?? codes[0] ?? null;
}
