import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';
import { addSettings } from '../settings-flags.ts';

/** The command that a bare `sigec` stands for. */
export const bareCommand = 'now';

export function addSystem(program: Command, { terminal, help, addVerb, from }: CommandKit): void {
  addVerb(program, bareCommand, {
    about: '',
    isHidden: true,
    reach: 'server',
    run: from(() => import('../commands/now.ts'))('now'),
  });
  const serve = addVerb(program, 'serve', {
    about: help.serve,
    reach: 'nothing',
    options: { '--demo': help.serveDemo },
    run: from(() => import('../commands/serve.ts'))('serve'),
  });
  addSettings(serve, terminal.text);
  addVerb(program, 'doctor', {
    about: help.doctor,
    reach: 'settings',
    options: { '--json': help.json },
    run: from(() => import('../commands/doctor.ts'))('doctor'),
  });
}

export function addCompletion(program: Command, { help, addVerb, from }: CommandKit): void {
  addVerb(program, 'completion', {
    about: help.completion,
    args: { '<shell>': { about: help.shell, choices: ['bash', 'zsh', 'fish'] } },
    reach: 'nothing',
    run: from(() => import('../commands/completion.ts'))('completion', { program }),
  });
}
