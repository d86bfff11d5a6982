import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';
import { limit } from './shared-flags.ts';

export function addNotify(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/notify.ts'));
  const notify = program.command('notify').description(help.notify);
  addVerbs(notify, {
    list: {
      about: help.notifyList,
      options: { '--unread': help.notifyUnread, ...limit(help) },
      run: run('notifyList'),
    },
    read: { about: help.notifyRead, run: run('notifyRead') },
    settings: {
      about: help.notifySettings,
      options: {
        '--topic <topic>': { about: help.notifyTopic, repeats: 'whole' },
        '--quiet <hours>': help.notifyQuiet,
        '--digest <time>': help.notifyDigest,
        '--email <address>': help.notifyEmail,
        '--time-zone <zone>': help.notifyZone,
      },
      run: run('notifySettings'),
    },
    test: { about: help.notifyTest, run: run('notifyTest') },
  });
  const hooks = from(() => import('../commands/notify-webhook.ts'));
  addVerbs(notify.command('webhook').description(help.webhook), {
    list: { about: help.webhookList, run: hooks('webhookList') },
    add: {
      about: help.webhookAdd,
      args: { '<address>': help.webhookUrl, '<kinds...>': help.webhookKinds },
      options: { '--name <name>': help.itsName, '--site <site>': help.onlySite },
      run: hooks('webhookAdd'),
    },
    remove: { about: help.webhookRemove, args: { '<id>': help.webhookId }, run: hooks('webhookRemove') },
  });
}
