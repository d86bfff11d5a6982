import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

/** The kill switch. */
export function addKillSwitch(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const killSwitch = program.command('kill-switch').description(help.killSwitch);
  runs(
    shows(killSwitch.command('on').description(help.killSwitchOn)).option('--why <text>', help.killSwitchWhy),
    async ({ options }) =>
      (await import('../commands/kill-switch.ts')).changeKillSwitch(terminal, { ...options, isOn: true }),
  );
  runs(
    shows(killSwitch.command('off').description(help.killSwitchOff)).option('--why <text>', help.killSwitchWhy),
    async ({ options }) =>
      (await import('../commands/kill-switch.ts')).changeKillSwitch(terminal, { ...options, isOn: false }),
  );
  runs(shows(killSwitch.command('status').description(help.killSwitchStatus)), async ({ options }) =>
    (await import('../commands/kill-switch.ts')).killSwitchStatus(terminal, options),
  );
}
