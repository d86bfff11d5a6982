import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

export function addKillSwitch(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/kill-switch.ts'));
  const options = { '--why <text>': help.killSwitchWhy };
  addVerbs(program.command('kill-switch').description(help.killSwitch), {
    on: { about: help.killSwitchOn, options, run: run('changeKillSwitch', { isOn: true }) },
    off: { about: help.killSwitchOff, options, run: run('changeKillSwitch', { isOn: false }) },
    status: { about: help.killSwitchStatus, run: run('killSwitchStatus') },
  });
}
