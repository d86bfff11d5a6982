import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

/** Campaigns and the catalogue that they take firmware from. */
export function addCampaign(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/campaign.ts'));
  const campaign = { '<campaign>': help.campaignId };
  const options = { '--why <text>': help.campaignWhy };
  addVerbs(program.command('campaign').description(help.campaign), {
    list: { about: help.campaignList, run: run('campaignList') },
    show: { about: help.campaignShow, args: campaign, run: run('campaignShow') },
    start: {
      about: help.campaignStart,
      args: { '<name>': help.campaignName },
      options: {
        '--image <id>': help.campaignImage,
        '--rollback <id>': help.campaignRollback,
        '--set <name=value>': { about: help.campaignSet, repeats: 'whole' },
        '--certificates': help.campaignCertificates,
        '--station <id>': { about: help.campaignStation, repeats: 'list' },
        '--site <site>': { about: help.campaignSite, repeats: 'list' },
        '--model <model>': help.campaignModel,
        '--window <from-until>': help.campaignWindow,
        '--preview': help.campaignPreview,
      },
      run: run('campaignStart'),
    },
    pause: { about: help.campaignPause, args: campaign, options, run: run('campaignOrder', { order: 'pause' }) },
    resume: { about: help.campaignResume, args: campaign, options, run: run('campaignOrder', { order: 'resume' }) },
    stop: {
      about: help.campaignStopCause,
      args: campaign,
      options: { ...options, '--roll-back': help.campaignRollBack },
      run: run('campaignOrder', { order: 'stop' }),
    },
    cancel: { about: help.campaignCancel, args: campaign, options, run: run('campaignOrder', { order: 'cancel' }) },
  });
  const ofImages = from(() => import('../commands/firmware.ts'));
  addVerbs(program.command('firmware').description(help.firmwareCatalogue), {
    list: { about: help.firmwareList, run: ofImages('firmwareList') },
    add: {
      about: help.firmwareAdd,
      args: { '<file>': help.firmwareFile },
      options: {
        '--vendor <name>': { about: help.firmwareVendor, isRequired: true },
        '--model <name>': help.firmwareModel,
        '--firmware-version <version>': { about: help.firmwareVersion, isRequired: true },
        '--certificate <file>': help.firmwareCertificate,
        '--signature <file>': help.firmwareSignature,
      },
      run: ofImages('firmwareAdd'),
    },
    retire: { about: help.firmwareRetire, args: { '<image>': help.firmwareImage }, run: ofImages('firmwareRetire') },
  });
}
