import type { Outcome } from '#contract/commands/command.ts';

/** Why we ourselves keep a command from leaving, or from being waited for. */
export type RefusalCode = 'KillSwitch' | 'OverBudget' | 'CoolingDown' | 'Cancelled';
export type Refusal = {
  code: RefusalCode;
  reason: string;
  /** Waiting does not help: the same would be refused at any time. */
  isForGood?: true;
};

export function notSent({ code, reason }: Refusal): Outcome {
  return { status: 'not-sent', code, reason, answer: {}, losses: [] };
}

/** Whether the rules kept it back, or a part of it. One that was cancelled was kept back by whoever asked. */
export function isRefused({ status, code }: Outcome): boolean {
  const isEndedByUs = status === 'not-sent' || status === 'no-answer'; // a station may use the same words for itself
  return isEndedByUs && (code === 'KillSwitch' || code === 'OverBudget' || code === 'CoolingDown');
}

export function isKillSwitchOn(outcome: Outcome | null): boolean {
  return outcome?.code === 'KillSwitch' && isRefused(outcome);
}
