import type { DeviceTool, ToolTrust } from '#contract/devices/device.ts';
import type { Tone } from './paint.ts';
import { fieldLines, strong, type Table, tableOf } from './table.ts';
import type { Terminal } from './terminal.ts';
import { visible } from './visible.ts';

const trustTones = { new: 'warning', accepted: 'good', changed: 'warning', refused: 'bad' } satisfies Record<
  ToolTrust,
  Tone
>;

export function toolTable({ text }: Terminal, tools: readonly DeviceTool[]): Table {
  const { titles, device: words } = text;
  return tableOf(tools, [
    [titles.tool, ({ name }) => strong(name)],
    [titles.arguments, (tool) => argumentWords(tool).join(', '), 'flexible'],
    [titles.tier, ({ tier, isForUsersOnly }) => (isForUsersOnly ? `${tier} ${words.forUsers}` : tier)],
    [titles.trust, ({ trust }) => ({ text: words.trust[trust], tone: trustTones[trust] })],
    [titles.description, ({ description }) => description, 'flexible optional'],
  ]);
}

/** All that somebody has to see before they accept a tool: what an agent would be told of it. */
export function toolLines(terminal: Terminal, tool: DeviceTool): string[] {
  const { paint, text } = terminal;
  const { titles } = text;
  const { trust, written } = text.device;
  return [
    paint('strong', visible(tool.name)),
    ...fieldLines(terminal, [
      [titles.tier, tool.tier],
      [titles.trust, { text: trust[tool.trust], tone: trustTones[tool.trust] }],
      [titles.arguments, argumentWords(tool).join(', ')],
    ]),
    paint('quiet', written),
    ...tool.description.split('\n').map((line) => `  ${visible(line)}`),
  ];
}

/** r: integer 0…255 */
function argumentWords({ inputSchema }: DeviceTool): string[] {
  const { properties, required } = inputSchema as { properties?: unknown; required?: unknown };
  if (typeof properties !== 'object' || properties === null) return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, given]) => {
    const { type, minimum, maximum } = (given ?? {}) as Record<string, unknown>;
    const range = minimum === undefined && maximum === undefined ? '' : ` ${shown(minimum)}…${shown(maximum)}`;
    return `${name}${needed.includes(name) ? '' : '?'}: ${shown(type)}${range}`;
  });
}

function shown(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return value === undefined ? '' : JSON.stringify(value);
}
