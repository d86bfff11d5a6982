import type { Command } from 'commander';
import { deviceStates, deviceTiers } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';
import { devicePlace } from './shared-flags.ts';

/** Lights, displays, gates: devices that bring tools of their own, and servers that dial in. */
export function addDevice(program: Command, { help, addVerbs, from }: CommandKit): void {
  const show = from(() => import('../commands/device-show.ts'));
  const change = from(() => import('../commands/device-change.ts'));
  const device = { '<device>': help.deviceName };
  const name = { '--name <name>': help.deviceNewName };
  const judged = { args: { ...device, '[tool...]': help.deviceToolsToJudge } };
  const judging = { '--all': help.deviceAllTools, '--yes': help.unasked };
  addVerbs(program.command('device').description(help.device), {
    list: {
      about: help.deviceList,
      options: {
        '--state <state>': { about: help.deviceState, choices: deviceStates },
        '--site <id>': help.deviceSite,
        '--station <id>': help.deviceAtStation,
        '--online': help.deviceOnline,
        '--offline': help.deviceOffline,
      },
      run: show('deviceList'),
    },
    show: { about: help.deviceShow, args: device, run: show('deviceShow') },
    tools: {
      about: help.deviceTools,
      args: device,
      options: { '--refresh': help.deviceRefresh },
      run: show('deviceTools'),
    },
    call: {
      about: help.deviceCall,
      args: { ...device, '<tool>': help.deviceTool, '[json]': { about: help.deviceArguments, as: 'input' } },
      options: { '--timeout <seconds>': help.deviceTimeout, '--save <file>': help.deviceSave },
      run: change('deviceCall'),
    },
    alert: {
      about: help.deviceAlert,
      args: { ...device, '<text>': help.deviceAlertText },
      options: { '--title <title>': help.deviceAlertTitle },
      run: change('deviceAlert'),
    },
    activate: {
      about: help.deviceActivate,
      args: { '<code>': help.deviceCode },
      options: { ...name, '--secret <hex>': help.deviceSecret },
      run: change('deviceActivate'),
    },
    rename: {
      about: help.deviceRename,
      args: { ...device, '<name>': help.deviceNewName },
      run: change('deviceRename'),
    },
    block: { about: help.deviceVerbs.block, args: device, run: change('deviceSwitch', { verb: 'block' }) },
    unblock: { about: help.deviceVerbs.unblock, args: device, run: change('deviceSwitch', { verb: 'unblock' }) },
    remove: { about: help.deviceVerbs.remove, args: device, run: change('deviceSwitch', { verb: 'remove' }) },
    accept: {
      about: help.deviceVerbs.accept,
      ...judged,
      options: { ...judging, '--tier <tier>': { about: help.deviceTier, choices: deviceTiers } },
      run: change('deviceJudge', { verb: 'accept' }),
    },
    refuse: {
      about: help.deviceVerbs.refuse,
      ...judged,
      options: judging,
      run: change('deviceJudge', { verb: 'refuse' }),
    },
    'add-server': {
      about: help.deviceAddServer,
      args: { '<id>': help.serverId },
      options: name,
      run: change('deviceAddServer'),
    },
    'renew-address': { about: help.deviceRenew, args: { '<id>': help.serverId }, run: change('deviceRenewAddress') },
    place: {
      about: help.sitePlaceDevice,
      args: { ...device, '<site>': help.siteId },
      options: devicePlace(help),
      run: change('devicePlace'),
    },
    unplace: { about: help.siteUnplaceDevice, args: device, run: change('deviceUnplace') },
  });
}
