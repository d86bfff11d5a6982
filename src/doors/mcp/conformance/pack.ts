import type { Registry } from '#tools/registry.ts';
import type { FurtherAddress } from '../start-mcp.ts';
import { askingTools } from './asking-tools.ts';
import { contentTools, triggers } from './content-tools.ts';
import { packName } from './fixture.ts';
import { inputRequiredTools } from './input-required-tools.ts';
import { prompts } from './prompts.ts';
import { resources } from './resources.ts';
import { taskTools } from './task-tools.ts';

/** Where the conformance suite finds what it wants to call: a registry of its own, behind the same door as the product's. */
export function conformanceAddress(makeRegistry: () => Registry): FurtherAddress {
  const registry = makeRegistry();
  registry.addPack({
    name: packName,
    title: 'Conformance',
    instructions: 'Only for the conformance suite.',
    levels: [{ name: 'all', about: 'Everything' }],
    tools: [...contentTools, ...triggers(() => registry), ...askingTools, ...inputRequiredTools, ...taskTools],
    resources,
    prompts,
  });
  return { path: '/mcp-conformance', registry, pack: packName };
}
