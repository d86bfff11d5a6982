import type { Config } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import type { PrincipalKind } from '#contract/agents/principal.ts';
import { isCommandName } from '#contract/commands/commands.ts';

type PerKind = Readonly<Record<PrincipalKind, number>>;

export type GuardRules = {
  stationsPerCommand: PerKind;
  commandsPerHour: PerKind;
  kwPerMinute: PerKind;
  /** By the name of the command; absent: none. */
  coolDownSeconds: Readonly<Record<string, number>>;
};

export function guardRulesOf(config: Config): GuardRules {
  const { budgetStationsPerCommand, budgetCommandsPerHour, budgetKwPerMinute, coolDownSeconds } = config;
  const unknown = Object.keys(coolDownSeconds).find((name) => !isCommandName(name));
  if (unknown !== undefined)
    throw new SigecError(
      'CANNOT_START',
      `COOL_DOWN_SECONDS names "${unknown}", which is no command. Take one such as reset, unlock or update-firmware.`,
    );
  return {
    stationsPerCommand: budgetStationsPerCommand,
    commandsPerHour: budgetCommandsPerHour,
    kwPerMinute: budgetKwPerMinute,
    coolDownSeconds,
  };
}
