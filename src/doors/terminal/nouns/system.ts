import { Argument, type Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';
import { addSettings } from '../settings-flags.ts';

/** The command that a bare `sigec` stands for. */
export const bareCommand = 'now';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Commands about the system as a whole. */
export function addSystem(program: Command, { terminal, runs, asks, readsSettings }: CommandKit): void {
  const { help } = terminal.text;
  runs(asks(program.command(bareCommand, { hidden: true })), async ({ options }) =>
    (await import('../commands/now.ts')).now(terminal, options),
  );
  const serve = program.command('serve').description(help.serve).option('--demo', help.serveDemo);
  runs(addSettings(serve, terminal.text), async ({ options }) =>
    (await import('../commands/serve.ts')).serve(terminal, { ...options }),
  );
  const doctor = program.command('doctor').description(help.doctor).option('--json', help.json);
  runs(readsSettings(doctor), async ({ options }) =>
    (await import('../commands/doctor.ts')).doctor(terminal, { ...options }),
  );
}

export function addCompletion(program: Command, { terminal, runs }: CommandKit): void {
  const { help } = terminal.text;
  runs(
    program
      .command('completion')
      .description(help.completion)
      .addArgument(new Argument('<shell>', help.shell).choices(shells)),
    async ({ args: [given] }) => {
      const shell = shells.find((name) => name === given) ?? 'bash';
      return (await import('../commands/completion.ts')).completion(terminal, { program, shell });
    },
  );
}
