import type { Command } from 'commander';
import { offlinePolicies } from '#contract/word-lists.ts';
import type { About, CommandKit, Flags, Help } from '../command-kit.ts';
import { devicePlace } from './shared-flags.ts';

export function addSite(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/site.ts'));
  const args = { '<site>': help.siteId };
  const device = { '<device>': help.deviceId };
  addVerbs(program.command('site').description(help.site), {
    list: { about: help.siteList, run: run('siteList') },
    show: { about: help.siteShow, args, run: run('siteShow') },
    add: {
      about: help.siteAdd,
      args: { '<site>': help.newSiteId },
      options: facts(help, (about) => ({ about, isRequired: true })),
      run: run('siteAdd'),
    },
    change: {
      about: help.siteChange,
      args,
      options: facts(help, (about) => about),
      after: help.emptyTakesAway,
      run: run('siteChange'),
    },
    remove: { about: help.siteRemove, args, run: run('siteRemove') },
    place: {
      about: help.sitePlace,
      args: { '<stations-and-site...>': help.stationsAndSite },
      usage: '[options] <station...> <site>',
      options: {
        '--note <text>': help.placeNote,
        '--admits <group>': { about: help.stationAdmits, repeats: 'list' },
      },
      run: run('sitePlace'),
    },
    unplace: { about: help.siteUnplace, args: { '<station>': help.stationId }, run: run('siteUnplace') },
    'place-device': {
      about: help.sitePlaceDevice,
      args: { ...device, ...args },
      options: devicePlace(help),
      run: run('sitePlaceDevice'),
    },
    'unplace-device': { about: help.siteUnplaceDevice, args: device, run: run('siteUnplaceDevice') },
  });
}

/** `needed` says of what a new site cannot be without that it has to be given. */
function facts(help: Help, needed: (about: string) => About): Flags {
  return {
    '--name <name>': needed(help.itsName),
    '--time-zone <zone>': needed(help.timeZone),
    '--currency <currency>': needed(help.currency),
    '--street <text>': help.street,
    '--city <name>': help.city,
    '--region <name>': help.region,
    '--postal-code <code>': help.postalCode,
    '--country <code>': help.country,
    '--latitude <degrees>': help.latitude,
    '--longitude <degrees>': help.longitude,
    '--hours <hours>': { about: help.openingHours, repeats: 'whole' },
    '--closed-outside': help.closedOutside,
    '--no-closed-outside': help.notClosedOutside,
    '--admits <group>': { about: help.siteAdmits, repeats: 'list' },
    '--offline <policy>': { about: help.offlinePolicy, choices: [...offlinePolicies, 'as-is'] },
    '--tariff-text <text>': help.tariffText,
    '--cost-text <text>': help.costText,
  };
}
