import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '#contract/commands/command.ts';
import { type CommandName, commands } from '#contract/commands/commands.ts';
import type { EventKind } from '#contract/events/events.ts';
import type { AfterCommit } from '../after-commit.ts';
import type { StationCommands } from '../station-commands.ts';
import type { KillSwitch } from './kill-switch.ts';
import { isKillSwitchOn } from './refusal.ts';
import { readAsk, sendOrSay } from './run-command.ts';
import { PutOff } from './unless-kill-switch.ts';

export type RoundsQuestion = {
  stationId: string;
  name: CommandName;
  input: Record<string, unknown>;
  answerWithinSeconds: number;
  waitForEffectSeconds?: number | undefined;
};

export type AskOfRounds = (question: RoundsQuestion) => Promise<Outcome>;

/**
 * Asks a station something for the rounds that bring the fleet into sync. A fleet is asked by the thousand, so a question is not a command
 * in the books: what it changes is an event, and the recorder has its frames. The kill switch holds it like any command.
 */
export function askOfRounds(needs: {
  stationCommands: StationCommands;
  killSwitch: Pick<KillSwitch, 'isOn'>;
  afterCommit: Pick<AfterCommit, 'listenFor'>;
}): AskOfRounds {
  const { stationCommands, killSwitch, afterCommit } = needs;
  return async ({ stationId, answerWithinSeconds, waitForEffectSeconds, ...ask }) => {
    if (killSwitch.isOn) throw new PutOff();
    const { name, input } = readAsk(ask);
    const requestId = randomInt(1, 2 ** 31 - 1);
    const effects: readonly EventKind[] = commands[name].effects;
    const order = { stationId, name, input, requestId, timeoutMs: answerWithinSeconds * 1000 };
    const effect = afterCommit.listenFor(
      ({ kind, stationId: of, body }) =>
        of === stationId && effects.includes(kind) && (requestOf(body) ?? requestId) === requestId,
    );
    try {
      const outcome = await sendOrSay(() => stationCommands.send(order), requestId);
      if (isKillSwitchOn(outcome)) throw new PutOff();
      if (outcome.status === 'accepted' && waitForEffectSeconds !== undefined)
        await Promise.race([effect.heard, pause(waitForEffectSeconds * 1000, undefined, { ref: false })]);
      return outcome;
    } finally {
      effect.stop();
    }
  };
}

/** Events that answer a request name it. */
function requestOf(body: Readonly<Record<string, unknown>>): unknown {
  return body['requestId'];
}
