import type { Command } from 'commander';
import { reportThings, reportTimes } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';
import { outageList } from './outage.ts';
import { sessionFile } from './shared-flags.ts';

export function addReport(program: Command, kit: CommandKit): void {
  const { help, addVerb, addVerbs, from } = kit;
  const run = from(() => import('../commands/report.ts'));
  const filters = {
    '--month <month>': help.reportMonth,
    '--from <time>': help.reportFrom,
    '--to <time>': help.reportTo,
    '--site <site>': help.onlySite,
    '--station <id>': help.onlyStation,
    '--driver <driver>': help.reportDriver,
    '--tariff <tariff>': help.reportTariff,
  };
  const report = addVerb(program, 'report', {
    about: help.report,
    reach: 'server',
    options: {
      ...filters,
      '--by <what>': { about: help.reportBy, choices: [...reportTimes, ...reportThings, 'total'] },
      '--format <format>': { about: help.reportFormat, choices: ['table', 'csv', 'json', 'html'] },
      '--json': help.json,
      '--out <file>': help.reportOut,
    },
    allows: 'excess-arguments', // the first of them is a verb that does not exist
    run: run('report'),
  });
  addVerbs(report, {
    sessions: {
      about: help.reportSessions,
      reach: 'server',
      options: { ...filters, ...sessionFile(help) },
      run: run('reportSessions'),
    },
    uptime: { about: help.reportUptime, options: filters, run: run('reportUptime') },
    refusals: { about: help.reportRefusals, options: filters, run: run('reportRefusals') },
    outages: outageList(kit),
  });
}
