import { writeFile } from 'node:fs/promises';
import { SigecError } from '#base/errors.ts';
import { deviceApi } from '#contract/api/devices.ts';
import type { DeviceAnswer, DeviceTier, DeviceTool } from '#contract/devices/device.ts';
import { type Api, openApi } from '../api.ts';
import { toolLines } from '../device-lines.ts';
import { done, failed, refusedByStation, stationOffline } from '../exit-code.ts';
import { deviceIdOf, tokenValueOf, toolNamed } from '../find-named.ts';
import { json } from '../json.ts';
import {
  type DevicePlaceOptions,
  optionReader,
  readDevicePlace,
  readObject,
  type ShowOptions,
  type Switches,
  type Texts,
} from '../read-options.ts';
import { tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type OfDevice = ShowOptions & { device: string };

async function paramsOf(terminal: Terminal, api: Api, device: string): Promise<{ params: { id: string } }> {
  return { params: { id: await deviceIdOf(terminal, api, device) } };
}

/** Lets in the device that shows this code. "-" as the secret is read from the input: shells remember what is typed. */
export async function deviceActivate(
  terminal: Terminal,
  options: ShowOptions & Texts<'name' | 'secret'> & { code: string },
): Promise<number> {
  const { code, name } = options;
  const secret = options.secret === undefined ? undefined : await tokenValueOf(terminal, options.secret);
  const device = await openApi(terminal, options).call(deviceApi.activate, { body: { code, name, secret } });
  const { activated, approved } = terminal.text.device;
  return tellDone(terminal, options, device, (device.isProofAwaited ? approved : activated)(visible(device.name)));
}

export async function deviceRename(terminal: Terminal, options: OfDevice & { name: string }): Promise<number> {
  const api = openApi(terminal, options);
  const device = await api.call(deviceApi.change, {
    ...(await paramsOf(terminal, api, options.device)),
    body: { name: options.name },
  });
  return tellDone(terminal, options, device, visible(terminal.text.device.renamed(device.id, device.name)));
}

export async function deviceSwitch(
  terminal: Terminal,
  options: OfDevice & { verb: 'block' | 'unblock' | 'remove' },
): Promise<number> {
  const api = openApi(terminal, options);
  const { verb } = options;
  const which = await paramsOf(terminal, api, options.device);
  const device =
    verb === 'remove'
      ? await api.call(deviceApi.remove, which)
      : await api.call(deviceApi.change, { ...which, body: { isBlocked: verb === 'block' } });
  const { switched } = terminal.text.device;
  const sentence =
    verb === 'unblock' ? switched.unblock(device.id, device.kind === 'server') : switched[verb](device.id);
  return tellDone(terminal, options, device, visible(sentence));
}

export async function deviceAddServer(
  terminal: Terminal,
  options: ShowOptions & Texts<'name'> & { id: string },
): Promise<number> {
  const { id, name } = options;
  return tellAddress(
    terminal,
    options,
    await openApi(terminal, options).call(deviceApi.addServer, { body: { id, name } }),
  );
}

export async function deviceRenewAddress(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const api = openApi(terminal, options);
  const which = await paramsOf(terminal, api, options.id);
  return tellAddress(terminal, options, await api.call(deviceApi.renewAddress, which));
}

/** The address alone goes to the output, so that a script can take it. */
function tellAddress(terminal: Terminal, options: ShowOptions, added: { id: string; address: string }): number {
  if (!options.json) terminal.err(visible(terminal.text.device.address(added.id)));
  terminal.out(options.json ? json(added) : added.address);
  return done;
}

export async function devicePlace(
  terminal: Terminal,
  options: OfDevice & DevicePlaceOptions & { site: string },
): Promise<number> {
  const body = { siteId: options.site, ...readDevicePlace(terminal, options) };
  const api = openApi(terminal, options);
  const place = await api.call(deviceApi.place, { ...(await paramsOf(terminal, api, options.device)), body });
  return tellDone(terminal, options, place, visible(terminal.text.site.placed(place.deviceId, place.siteId)));
}

export async function deviceUnplace(terminal: Terminal, options: OfDevice): Promise<number> {
  const api = openApi(terminal, options);
  const place = await api.call(deviceApi.takeAway, await paramsOf(terminal, api, options.device));
  return tellDone(terminal, options, place, visible(terminal.text.site.taken(place.deviceId, place.siteId)));
}

type DeviceJudgeOptions = ShowOptions &
  Switches<'all' | 'yes'> & {
    device: string;
    tool: readonly string[];
    verb: 'accept' | 'refuse';
    tier?: DeviceTier;
  };

/** Shows the tools, asks, and accepts exactly what was shown: the hash goes along. */
export async function deviceJudge(terminal: Terminal, options: DeviceJudgeOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { text } = terminal;
  const device = await api.call(deviceApi.get, { params: { id: await deviceIdOf(terminal, api, options.device) } });
  const chosen = chosenTools(terminal, device.tools, options);
  if (chosen.length === 0) {
    terminal.err(text.device.nothingToJudge);
    return done;
  }
  if (!(await isWanted(terminal, options, chosen))) {
    terminal.err(text.device.notJudged);
    return failed;
  }
  const judged: DeviceTool[] = [];
  for (const { name, hash } of chosen) {
    const { verb: verdict, tier } = options;
    const tool = await api.call(deviceApi.judge, {
      params: { id: device.id, tool: name },
      body: { verdict, hash, tier },
    });
    judged.push(tool);
    if (!options.json) terminal.out(terminal.paint('good', visible(text.device.judged[verdict](tool.name, tool.tier))));
  }
  if (options.json) terminal.out(json(judged.length === 1 ? judged[0] : judged));
  return done;
}

/** Named ones, or with --all every tool that nobody has judged as it is now. */
function chosenTools(
  { text }: Terminal,
  tools: readonly DeviceTool[],
  { tool: names, all }: DeviceJudgeOptions,
): DeviceTool[] {
  if (names.length === 0 && all !== true) throw new SigecError('INVALID_INPUT', text.device.nameTools);
  if (all === true) return tools.filter(({ trust }) => trust === 'new' || trust === 'changed');
  return names.map((name) => {
    const tool = toolNamed(tools, name);
    if (tool === undefined) throw new SigecError('NOT_FOUND', text.device.noSuchTool(visible(name)));
    return tool;
  });
}

async function isWanted(
  terminal: Terminal,
  options: DeviceJudgeOptions,
  tools: readonly DeviceTool[],
): Promise<boolean> {
  const { input, text } = terminal;
  if (options.yes === true || options.verb === 'refuse') return true;
  if (!input.isInteractive) throw new SigecError('INVALID_INPUT', text.device.needsYes);
  terminal.err(tools.map((tool) => `${toolLines(terminal, tool).join('\n')}\n`).join('\n'));
  const answer = await input.line(text.device.ask(tools.length));
  return text.proposal.yes.test(answer?.trim() ?? '');
}

type Options = ShowOptions & Texts<'timeout' | 'save'> & { device: string; tool: string; input?: string };

export async function deviceCall(terminal: Terminal, options: Options): Promise<number> {
  const given = readObject(terminal, options.input ?? '{}');
  const timeoutSeconds = optionReader(terminal, options).number('timeout', [1, 300]) ?? 30;
  const api = openApi(terminal, options);
  const id = await deviceIdOf(terminal, api, options.device);
  const { tools } = await api.call(deviceApi.get, { params: { id } });
  const tool = toolNamed(tools, options.tool)?.name ?? options.tool;
  const answer = await api.call(deviceApi.call, {
    params: { id, tool },
    body: { arguments: given, timeoutSeconds },
    waitSeconds: timeoutSeconds,
  });
  if (options.save !== undefined) await saveImage(terminal, answer, options.save);
  tell(terminal, options, answer);
  return exitCodes[answer.status];
}

export async function deviceAlert(
  terminal: Terminal,
  options: OfDevice & Texts<'title'> & { text: string },
): Promise<number> {
  const api = openApi(terminal, options);
  const { title, text: message } = options;
  const body = { message, ...(title !== undefined && { title }) };
  const answer = await api.call(deviceApi.alert, { ...(await paramsOf(terminal, api, options.device)), body });
  const { alerted, answers } = terminal.text.device;
  if (answer.status === 'sent') return tellDone(terminal, options, answer, alerted);
  if (options.json) terminal.out(json(answer));
  else terminal.err(terminal.paint('bad', visible(answer.reason ?? answers.offline)));
  return stationOffline;
}

const exitCodes = {
  done,
  failed: refusedByStation,
  'no-answer': failed,
  busy: failed,
  offline: stationOffline,
} satisfies Record<DeviceAnswer['status'], number>;

async function saveImage({ text }: Terminal, { images, status }: DeviceAnswer, file: string): Promise<void> {
  const [image] = images;
  if (image !== undefined) return writeFile(file, Buffer.from(image.data, 'base64'));
  if (status === 'done') throw new SigecError('INVALID_INPUT', text.device.noImage);
}

function tell(terminal: Terminal, { json: asJson, save }: Options, answer: DeviceAnswer): void {
  const { paint, text } = terminal;
  if (asJson) return terminal.out(json(answer));
  if (answer.status !== 'done')
    terminal.err(paint('bad', visible(answer.reason ?? text.device.answers[answer.status])));
  if (answer.text !== null && answer.text !== '') terminal.out(answer.text.split('\n').map(visible).join('\n'));
  for (const [index, { mimeType, data }] of answer.images.entries()) {
    const bytes = Buffer.byteLength(data, 'base64');
    terminal.err(
      index === 0 && save !== undefined ? text.device.saved(save) : text.device.image(visible(mimeType), bytes),
    );
  }
}
