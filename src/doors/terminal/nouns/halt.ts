import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

/** The kill switch. */
export function addHalt(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const halt = program.command('halt').description(help.halt);
  runs(shows(halt.command('on').description(help.haltOn)).option('--why <text>', help.haltWhy), async ({ options }) =>
    (await import('../commands/halt.ts')).haltSwitch(terminal, { ...options, isOn: true }),
  );
  runs(shows(halt.command('off').description(help.haltOff)).option('--why <text>', help.haltWhy), async ({ options }) =>
    (await import('../commands/halt.ts')).haltSwitch(terminal, { ...options, isOn: false }),
  );
  runs(shows(halt.command('status').description(help.haltStatus)), async ({ options }) =>
    (await import('../commands/halt.ts')).haltStatus(terminal, options),
  );
}
