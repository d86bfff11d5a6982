import { Argument, type Command } from 'commander';
import { SigecError } from '#base/errors.ts';
import type { ReportBy } from '#contract/reports/report.ts';
import type { OutageExclusion } from '#contract/stations/outage.ts';
import { type CommandKit, choice } from '../command-kit.ts';
import type { Terminal } from '../terminal.ts';

const dimensions = ['day', 'month', 'site', 'station', 'driver', 'tariff', 'total'] as const satisfies ReportBy[];
const exclusions = [
  'utility-outage',
  'vehicle-fault',
  'scheduled-maintenance',
  'vandalism',
  'natural-disaster',
] as const satisfies OutageExclusion[];

/** Reports. */
export function addReport(program: Command, kit: CommandKit): void {
  const { terminal, runs, asks, shows } = kit;
  const { help } = terminal.text;
  const report = filters(asks(program.command('report').description(help.report)), terminal)
    .addOption(choice('--by <what>', help.reportBy, dimensions))
    .addOption(choice('--format <format>', help.reportFormat, ['table', 'csv', 'json', 'html']))
    .option('--json', help.json)
    .option('--out <file>', help.reportOut);
  // It has work and verbs of its own: what is neither is told as a wrong verb.
  runs(report.allowExcessArguments(), async ({ args: [verb], options }) => {
    if (verb !== undefined) throw new SigecError('INVALID_INPUT', terminal.text.wrongUse.unknownCommand(verb));
    return (await import('../commands/report.ts')).report(terminal, options);
  });
  runs(
    filters(asks(report.command('sessions').description(help.reportSessions)), terminal)
      .addOption(choice('--format <format>', help.sessionFormat, ['csv', 'jsonl']))
      .option('--json', help.sessionJson)
      .option('--out <file>', help.sessionOut),
    async ({ options }) => (await import('../commands/report-sessions.ts')).reportSessions(terminal, options),
  );
  runs(filters(shows(report.command('uptime').description(help.reportUptime)), terminal), async ({ options }) =>
    (await import('../commands/report-uptime.ts')).reportUptime(terminal, options),
  );
  runs(filters(shows(report.command('refusals').description(help.reportRefusals)), terminal), async ({ options }) =>
    (await import('../commands/report-uptime.ts')).reportRefusals(terminal, options),
  );
  listsOutages(report.command('outages').description(help.reportOutages), kit);
}

/** Of what; a month, or two times. */
function filters(command: Command, { text: { help } }: Terminal): Command {
  return command
    .option('--month <month>', help.reportMonth)
    .option('--from <time>', help.reportFrom)
    .option('--to <time>', help.reportTo)
    .option('--site <site>', help.reportSite)
    .option('--station <id>', help.reportStation)
    .option('--driver <driver>', help.reportDriver)
    .option('--tariff <tariff>', help.reportTariff);
}

/** When ports could not charge. */
export function addOutage(program: Command, kit: CommandKit): void {
  const { terminal, runs, shows } = kit;
  const { help } = terminal.text;
  const outage = program.command('outage').description(help.outage);
  listsOutages(outage.command('list').description(help.reportOutages), kit);
  runs(
    shows(
      outage
        .command('exclude')
        .description(help.outageExclude)
        .argument('<outage>', help.outageId)
        .addArgument(new Argument('<reason>', help.outageReason).choices(exclusions)),
    ).requiredOption('--why <text>', help.outageWhy),
    async ({ args: [id = '', reason = ''], options }) => {
      const { why } = options as { why: string };
      const exclusion = exclusions.find((each) => each === reason) ?? null;
      return (await import('../commands/outage.ts')).outageExclude(terminal, { ...options, id, exclusion, why });
    },
  );
  runs(
    shows(outage.command('include').description(help.outageInclude).argument('<outage>', help.outageId)).requiredOption(
      '--why <text>',
      help.outageWhy,
    ),
    async ({ args: [id = ''], options }) => {
      const { why } = options as { why: string };
      return (await import('../commands/outage.ts')).outageExclude(terminal, { ...options, id, exclusion: null, why });
    },
  );
}

function listsOutages(command: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  runs(
    shows(command)
      .option('--site <site>', help.reportSite)
      .option('--station <id>', help.reportStation)
      .option('--since <duration>', help.since)
      .option('--from <time>', help.outageFrom)
      .option('--to <time>', help.outageTo)
      .option('--limit <number>', help.limit),
    async ({ options }) => (await import('../commands/outage.ts')).outageList(terminal, options),
  );
}
