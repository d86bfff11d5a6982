import { SigecError } from '#base/errors.ts';
import { deviceApi } from '#contract/api/devices.ts';
import type { DeviceTier, DeviceTool } from '#contract/devices/device.ts';
import { openApi } from '../api.ts';
import { toolLines } from '../device-lines.ts';
import { done, failed } from '../exit-code.ts';
import { deviceIdOf, toolNamed } from '../find-device.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type DeviceJudgeOptions = ServerOptions & {
  json?: boolean;
  what: string;
  tools: readonly string[];
  verb: 'accept' | 'refuse';
  all?: boolean;
  yes?: boolean;
  tier?: DeviceTier;
};

/** Shows the tools, asks, and accepts exactly what was shown: the hash goes along. */
export async function deviceJudge(terminal: Terminal, options: DeviceJudgeOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { text } = terminal;
  const device = await api.call(deviceApi.get, { params: { id: await deviceIdOf(terminal, api, options.what) } });
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
      body: { verdict, hash, ...(tier !== undefined && { tier }) },
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
  { tools: names, all }: DeviceJudgeOptions,
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
