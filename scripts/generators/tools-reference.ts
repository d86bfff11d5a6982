import type { ObjectSchema } from '../../src/base/json-schema.ts';
import { bookshopPack } from '../../src/packs/bookshop/pack.ts';
import { chargingPack } from '../../src/packs/charging/pack.ts';
import { devicesPack } from '../../src/packs/devices/pack.ts';
import { vehiclesPack } from '../../src/packs/vehicles/pack.ts';
import { corePackOf } from '../../src/tools/core/tool-tools.ts';
import type { Pack } from '../../src/tools/pack.ts';
import type { Tier } from '../../src/tools/tier.ts';
import type { Tool } from '../../src/tools/tool.ts';
import type { GeneratedFile } from './generated-file.ts';
import { code, referencePage, table } from './reference-page.ts';

/** What agents see of a pack does not depend on what is behind it, so nothing is. */
const nothing = {} as never;
const packs: readonly Pack[] = [chargingPack, devicesPack, vehiclesPack, bookshopPack, corePackOf].map((packOf) =>
  packOf(nothing),
);

export const tools: readonly Tool[] = packs.flatMap((pack) => pack.tools);

/** How each tier is treated. `npm run generate` puts this into SECURITY.md too. */
const treatment = {
  R0: 'reads; runs at once',
  R1: 'has a small effect; runs at once, with a key, within limits per key',
  R2: 'touches a driver, a station or money; is proposed, and runs once a person with the role operator has approved',
  R3: 'reaches many stations, firmware, prices or other far-reaching matters; is proposed, and runs once an administrator has approved',
} satisfies Record<Tier, string>;

/** The reference of the tools for agents, from the packs. */
export async function toolsReference(): Promise<GeneratedFile[]> {
  const lines = [
    `The ${tools.length} tools that agents can call over MCP. Devices bring further ones of their own. [The guide](../guides/agents.md) says how they are`,
    'disclosed, proposed and approved. An input with a question mark may be left out; every tool that changes something also takes `idempotency_key`,',
    'and every one that is proposed takes `dry_run`.',
    '',
    ...tierList(),
    ...packs.flatMap(section),
  ];
  return [referencePage('tools', { title: 'Tools for agents', source: 'src/packs', lines })];
}

/** What happens when a tool of each tier is called, and which tools those are. A list: formatters leave it as it is. */
export function tierList(): string[] {
  return Object.entries(treatment).map(([tier, how]) => {
    const names = tools.filter((tool) => tool.tier === tier).map(({ name }) => code(name));
    return `- **${tier}** ${how}: ${names.length} tools${tier === 'R0' ? '' : `, ${names.join(', ')}`}.`;
  });
}

function section({ name, title, levels, tools: own }: Pack): string[] {
  const shown = levels.map((level) => `\`${level.name}\` (${level.about.toLowerCase()})`).join(', ');
  const rows = own.map((tool) => [
    ...[
      code(tool.name),
      tool.tier,
      tool.level,
      `**${tool.title}${/\W$/.test(tool.title) ? '' : '.'}** ${tool.description}`,
      inputs(tool.inputSchema),
    ],
  ]);
  return [
    ...['', `## ${title} (\`${name}\`)`, '', `Levels of disclosure: ${shown}.`, ''],
    ...table(['tool', 'tier', 'level', 'what it does', 'inputs'], rows),
  ];
}

/** The arguments that are a tool's own. */
function inputs({ properties, required = [] }: ObjectSchema): string {
  return Object.keys(properties)
    .filter((name) => name !== 'dry_run' && name !== 'idempotency_key')
    .map((name) => code(required.includes(name) ? name : `${name}?`))
    .join(', ');
}
