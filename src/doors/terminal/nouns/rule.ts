import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';
import { limit } from './shared-flags.ts';

export function addRule(program: Command, { help, addVerbs, from }: CommandKit): void {
  const look = from(() => import('../commands/rule.ts'));
  const change = from(() => import('../commands/rule-change.ts'));
  const id = { '<id>': help.ruleId };
  const wording = { '[words...]': help.ruleWords };
  const source = { '--file <file>': help.ruleFile, '--template <name>': help.ruleTemplate };
  addVerbs(program.command('rule').description(help.rule), {
    list: { about: help.ruleList, run: look('ruleList') },
    show: { about: help.ruleShow, args: id, run: look('ruleShow') },
    runs: { about: help.ruleRuns, args: { '[id]': help.ruleId }, options: limit(help), run: look('ruleRuns') },
    templates: { about: help.ruleTemplates, run: look('ruleTemplates') },
    try: {
      about: help.ruleTry,
      args: wording,
      options: { ...source, '--days <number>': help.ruleTryDays },
      run: change('ruleTry'),
    },
    set: {
      about: help.ruleSet,
      args: wording,
      options: { ...source, '--id <id>': help.ruleChangeId },
      run: change('ruleSet'),
    },
    approve: {
      about: help.ruleApprove,
      args: id,
      options: { '--days <number>': help.ruleDays, '--runs <number>': help.ruleRunsPerDay, '--yes': help.unasked },
      run: change('ruleApprove'),
    },
    on: { about: help.ruleOn, args: id, run: change('ruleSwitch', { isOn: true }) },
    off: { about: help.ruleOff, args: id, run: change('ruleSwitch', { isOn: false }) },
    remove: { about: help.ruleRemove, args: id, run: change('ruleRemove') },
  });
}
