import type { CommandRecord } from '#contract/commands/command.ts';
import type { KillSwitch } from './kill-switch.ts';
import { isKillSwitchOn } from './refusal.ts';
import type { Ask } from './run-command.ts';

/** Thrown to what we do of our own accord, while the kill switch is on: it is put off, and nothing is noted of it. */
export class PutOff extends Error {
  constructor() {
    super('the kill switch is on');
    this.name = 'PutOff';
  }
}

type Run = (ask: Ask) => Promise<CommandRecord>;

/** For work that comes back by itself: no command that goes nowhere is written down for it, again and again. */
export function unlessKillSwitch(killSwitch: Pick<KillSwitch, 'isOn'>, run: Run): Run {
  return async (ask) => {
    if (killSwitch.isOn) throw new PutOff();
    const record = await run(ask);
    if (isKillSwitchOn(record.outcome)) throw new PutOff();
    return record;
  };
}
