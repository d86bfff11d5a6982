import type { Command } from 'commander';
import { deviceState, deviceTier } from '#contract/devices/device.ts';
import { type CommandKit, choice } from '../command-kit.ts';

/** Lights, displays, gates: devices that bring tools of their own, and servers that dial in. */
export function addDevice(program: Command, kit: CommandKit): void {
  const { terminal, runs, shows } = kit;
  const { help } = terminal.text;
  const device = program.command('device').description(help.device);
  const of = (verb: string, about: string) => shows(device.command(verb).description(about));
  const ofDevice = (verb: string, about: string) => of(verb, about).argument('<device>', help.deviceName);
  const show = () => import('../commands/device-show.ts');
  const change = () => import('../commands/device-change.ts');
  runs(
    of('list', help.deviceList)
      .addOption(choice('--state <state>', help.deviceState, deviceState.options))
      .option('--site <id>', help.deviceSite)
      .option('--station <id>', help.deviceAtStation)
      .option('--online', help.deviceOnline)
      .option('--offline', help.deviceOffline),
    async ({ options }) => (await show()).deviceList(terminal, options),
  );
  runs(ofDevice('show', help.deviceShow), async ({ args: [what = ''], options }) =>
    (await show()).deviceShow(terminal, { ...options, what }),
  );
  runs(
    ofDevice('tools', help.deviceTools).option('--refresh', help.deviceRefresh),
    async ({ args: [what = ''], options }) => (await show()).deviceTools(terminal, { ...options, what }),
  );
  runs(
    ofDevice('call', help.deviceCall)
      .argument('<tool>', help.deviceTool)
      .argument('[json]', help.deviceArguments)
      .option('--timeout <seconds>', help.deviceTimeout)
      .option('--save <file>', help.deviceSave),
    async ({ args: [what = '', tool = '', json = '{}'], options }) =>
      (await import('../commands/device-call.ts')).deviceCall(terminal, { ...options, what, tool, arguments: json }),
  );
  runs(
    of('activate', help.deviceActivate)
      .argument('<code>', help.deviceCode)
      .option('--name <name>', help.deviceNewName)
      .option('--secret <hex>', help.deviceSecret),
    async ({ args: [code = ''], options }) => (await change()).deviceActivate(terminal, { ...options, code }),
  );
  runs(
    ofDevice('rename', help.deviceRename).argument('<name>', help.deviceNewName),
    async ({ args: [what = '', name = ''], options }) =>
      (await change()).deviceRename(terminal, { ...options, what, name }),
  );
  for (const verb of ['block', 'unblock', 'remove'] as const)
    runs(ofDevice(verb, help.deviceVerbs[verb]), async ({ args: [what = ''], options }) =>
      (await change()).deviceSwitch(terminal, { ...options, what, verb }),
    );
  addJudging(device, kit);
  addServersAndPlaces(device, kit);
}

function addJudging(device: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  for (const verb of ['accept', 'refuse'] as const) {
    const command = shows(device.command(verb).description(help.deviceVerbs[verb]))
      .argument('<device>', help.deviceName)
      .argument('[tool...]', help.deviceToolsToJudge)
      .option('--all', help.deviceAllTools)
      .option('--yes', help.deviceYes);
    if (verb === 'accept') command.addOption(choice('--tier <tier>', help.deviceTier, deviceTier.options));
    runs(command, async ({ args: [what = '', ...tools], options }) =>
      (await import('../commands/device-judge.ts')).deviceJudge(terminal, { ...options, what, tools, verb }),
    );
  }
}

function addServersAndPlaces(device: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const of = (verb: string, about: string) => shows(device.command(verb).description(about));
  const change = () => import('../commands/device-change.ts');
  runs(
    of('add-server', help.deviceAddServer).argument('<id>', help.serverId).option('--name <name>', help.deviceNewName),
    async ({ args: [id = ''], options }) => (await change()).deviceAddServer(terminal, { ...options, id }),
  );
  runs(of('renew-address', help.deviceRenew).argument('<id>', help.serverId), async ({ args: [what = ''], options }) =>
    (await change()).deviceRenewAddress(terminal, { ...options, what }),
  );
  runs(
    of('place', help.sitePlaceDevice)
      .argument('<device>', help.deviceName)
      .argument('<site>', help.siteId)
      .option('--station <id>', help.deviceStation)
      .option('--connector <number>', help.connector)
      .option('--note <text>', help.placeNote),
    async ({ args: [what = '', site = ''], options }) =>
      (await change()).devicePlace(terminal, { ...options, what, site }),
  );
  runs(
    of('unplace', help.siteUnplaceDevice).argument('<device>', help.deviceName),
    async ({ args: [what = ''], options }) => (await change()).deviceUnplace(terminal, { ...options, what }),
  );
}
