import type { Command } from 'commander';
import type { AuditOutcome } from '#contract/agents/audit.ts';
import { type CommandKit, choice } from '../command-kit.ts';

const outcomes = ['done', 'refused', 'failed'] as const satisfies AuditOutcome[];

/** The trail of who did what. */
export function addAudit(program: Command, { terminal, runs, shows, readsSettings }: CommandKit): void {
  const { help } = terminal.text;
  const audit = program.command('audit').description(help.audit);
  runs(
    shows(audit.command('list').description(help.auditList))
      .option('--principal <key>', help.auditPrincipal)
      .option('--action <beginning>', help.auditAction)
      .addOption(choice('--outcome <outcome>', help.auditOutcome, outcomes))
      .option('--limit <number>', help.limit),
    async ({ options }) => (await import('../commands/audit-list.ts')).auditList(terminal, options),
  );
  runs(
    readsSettings(audit.command('verify').description(help.auditVerify).option('--json', help.json)),
    async ({ options }) => (await import('../commands/audit-verify.ts')).auditVerify(terminal, { ...options }),
  );
}
