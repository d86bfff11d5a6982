import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

/** What charging costs. */
export function addTariff(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const tariff = program.command('tariff').description(help.tariff);
  const of = (verb: string, about: string) => shows(tariff.command(verb).description(about));
  const ofTariff = (verb: string, about: string) => of(verb, about).argument('<tariff>', help.tariffId);
  runs(of('list', help.tariffList), async ({ options }) =>
    (await import('../commands/tariff-show.ts')).tariffList(terminal, options),
  );
  runs(ofTariff('show', help.tariffShow), async ({ args: [id = ''], options }) =>
    (await import('../commands/tariff-show.ts')).tariffShow(terminal, { ...options, id }),
  );
  runs(of('check', help.tariffCheck).argument('<file>', help.tariffFile), async ({ args: [file = ''], options }) =>
    (await import('../commands/tariff-set.ts')).tariffCheck(terminal, { ...options, file }),
  );
  runs(
    of('set', help.tariffSet).argument('<file>', help.tariffFile).option('--from <time>', help.tariffFrom),
    async ({ args: [file = ''], options }) =>
      (await import('../commands/tariff-set.ts')).tariffSet(terminal, { ...options, file }),
  );
  runs(
    ofTariff('try', help.tariffTry)
      .requiredOption('--minutes <number>', help.tryMinutes)
      .requiredOption('--kwh <energy>', help.tryKwh)
      .option('--at <time>', help.tryBegins)
      .option('--idle <number>', help.tryIdle)
      .option('--site <site>', help.tryClock),
    async ({ args: [id = ''], options }) => {
      const given = options as { minutes: string; kwh: string };
      return (await import('../commands/tariff-change.ts')).tariffTry(terminal, { ...given, id });
    },
  );
  runs(
    ofTariff('assign', help.tariffAssign)
      .option('--everywhere', help.assignEverywhere)
      .option('--site <site>', help.assignSite)
      .option('--station <id>', help.assignStation)
      .option('--connector <number>', help.assignConnector)
      .option('--group <group>', help.assignGroup)
      .option('--from <time>', help.assignFrom)
      .option('--until <time>', help.assignUntil),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/tariff-change.ts')).tariffAssign(terminal, { ...options, id }),
  );
  runs(of('assignments', help.tariffAssignments), async ({ options }) =>
    (await import('../commands/tariff-show.ts')).tariffAssignments(terminal, options),
  );
  runs(
    of('unassign', help.tariffUnassign).argument('<assignment>', help.assignmentId),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/tariff-change.ts')).tariffUnassign(terminal, { ...options, id }),
  );
  runs(
    ofTariff('retire', help.tariffRetire).option('--force', help.tariffRetireForce),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/tariff-change.ts')).tariffRetire(terminal, { ...options, id }),
  );
}
