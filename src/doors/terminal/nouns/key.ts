import type { Command } from 'commander';
import type { PrincipalKind, Role } from '#contract/agents/principal.ts';
import { type CommandKit, choice, repeated } from '../command-kit.ts';

const kinds = ['person', 'program', 'agent'] as const satisfies PrincipalKind[];
const roles = ['viewer', 'operator', 'administrator'] as const satisfies Role[];

export function addKey(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const key = program.command('key').description(help.keys);
  runs(
    shows(key.command('create').description(help.keyCreate).argument('<name>', help.keyName))
      .addOption(choice('--kind <kind>', help.kind, kinds).makeOptionMandatory())
      .addOption(choice('--role <role>', help.role, roles).makeOptionMandatory())
      .addOption(repeated('--scope <scope>', help.scope))
      .option('--expires <duration>', help.expires)
      .option('--approves-by-elicitation', help.approvesByElicitation),
    async ({ args: [name = ''], options }) => {
      const chosen = options as { kind: PrincipalKind; role: Role };
      return (await import('../commands/key-create.ts')).keyCreate(terminal, { ...chosen, name });
    },
  );
  runs(shows(key.command('list').description(help.keyList)), async ({ options }) =>
    (await import('../commands/key-list.ts')).keyList(terminal, options),
  );
  runs(
    shows(key.command('revoke').description(help.keyRevoke).argument('<id>', help.keyId)),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/key-revoke.ts')).keyRevoke(terminal, { ...options, id }),
  );
}
