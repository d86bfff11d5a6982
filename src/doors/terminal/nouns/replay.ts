import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

export function addReplay(program: Command, { help, addVerb, from }: CommandKit): void {
  addVerb(program, 'replay', {
    about: help.replay,
    args: { '<files...>': help.replayFiles },
    options: { '--ocpp-url <address>': help.replayOcppUrl },
    run: from(() => import('../commands/replay.ts'))('replayFiles'),
  });
}
