import type { Command } from 'commander';
import type { OfflinePolicy } from '#contract/stations/site.ts';
import { type CommandKit, choice, repeated, repeatedWhole } from '../command-kit.ts';
import type { Terminal } from '../terminal.ts';

const policies = ['known-only', 'accept-unknown', 'nobody'] as const satisfies OfflinePolicy[];

/** Places with stations. */
export function addSite(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const site = program.command('site').description(help.site);
  const of = (verb: string, about: string) => site.command(verb).description(about);
  const ofSite = (verb: string, about: string) => of(verb, about).argument('<site>', help.siteId);
  runs(shows(of('list', help.siteList)), async ({ options }) =>
    (await import('../commands/site-show.ts')).siteList(terminal, options),
  );
  runs(shows(ofSite('show', help.siteShow)), async ({ args: [id = ''], options }) =>
    (await import('../commands/site-show.ts')).siteShow(terminal, { ...options, id }),
  );
  runs(
    facts(
      shows(of('add', help.siteAdd).argument('<site>', help.newSiteId))
        .requiredOption('--name <name>', help.siteName)
        .requiredOption('--time-zone <zone>', help.timeZone)
        .requiredOption('--currency <currency>', help.currency),
      terminal,
    ),
    async ({ args: [id = ''], options }) => {
      const given = options as { name: string; timeZone: string; currency: string };
      return (await import('../commands/site-change.ts')).siteAdd(terminal, { ...given, id });
    },
  );
  runs(
    facts(
      shows(ofSite('change', help.siteChange))
        .option('--name <name>', help.siteName)
        .option('--time-zone <zone>', help.timeZone)
        .option('--currency <currency>', help.currency)
        .addHelpText('after', `\n${help.emptyTakesAway}`),
      terminal,
    ),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/site-change.ts')).siteChange(terminal, { ...options, id }),
  );
  runs(shows(ofSite('remove', help.siteRemove)), async ({ args: [id = ''], options }) =>
    (await import('../commands/site-change.ts')).siteRemove(terminal, { ...options, id }),
  );
  addPlaces(site, { terminal, runs, shows });
}

function facts(command: Command, { text: { help } }: Terminal): Command {
  return command
    .option('--street <text>', help.street)
    .option('--city <name>', help.city)
    .option('--region <name>', help.region)
    .option('--postal-code <code>', help.postalCode)
    .option('--country <code>', help.country)
    .option('--latitude <degrees>', help.latitude)
    .option('--longitude <degrees>', help.longitude)
    .addOption(repeatedWhole('--hours <hours>', help.openingHours))
    .option('--closed-outside', help.closedOutside)
    .option('--no-closed-outside', help.notClosedOutside)
    .addOption(repeated('--admits <group>', help.siteAdmits))
    .addOption(choice('--offline <policy>', help.offlinePolicy, [...policies, 'as-is']))
    .option('--tariff-text <text>', help.tariffText)
    .option('--cost-text <text>', help.costText);
}

function addPlaces(site: Command, { terminal, runs, shows }: Pick<CommandKit, 'terminal' | 'runs' | 'shows'>): void {
  const { help } = terminal.text;
  runs(
    shows(
      site
        .command('place')
        .description(help.sitePlace)
        .usage('[options] <station...> <site>')
        .argument('<stations-and-site...>', help.stationsAndSite),
    )
      .option('--note <text>', help.placeNote)
      .addOption(repeated('--admits <group>', help.stationAdmits)),
    async ({ args, options }) =>
      (await import('../commands/site-change.ts')).sitePlace(terminal, { ...options, names: args }),
  );
  runs(
    shows(site.command('unplace').description(help.siteUnplace).argument('<station>', help.stationId)),
    async ({ args: [what = ''], options }) =>
      (await import('../commands/site-change.ts')).siteUnplace(terminal, { ...options, what }),
  );
  runs(
    shows(
      site
        .command('place-device')
        .description(help.sitePlaceDevice)
        .argument('<device>', help.deviceId)
        .argument('<site>', help.siteId),
    )
      .option('--station <id>', help.deviceStation)
      .option('--connector <number>', help.connector)
      .option('--note <text>', help.placeNote),
    async ({ args: [what = '', id = ''], options }) =>
      (await import('../commands/site-change.ts')).sitePlaceDevice(terminal, { ...options, what, site: id }),
  );
  runs(
    shows(site.command('unplace-device').description(help.siteUnplaceDevice).argument('<device>', help.deviceId)),
    async ({ args: [what = ''], options }) =>
      (await import('../commands/site-change.ts')).siteUnplaceDevice(terminal, { ...options, what }),
  );
}
