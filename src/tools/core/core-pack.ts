import { corePack } from '../address.ts';
import type { Pack } from '../pack.ts';
import type { Registry } from '../registry.ts';
import { applyProposal, cancelProposal, getProposal, listProposals } from './proposal-tools.ts';
import { callAnyTool, describeTool, raiseLevel, searchTools } from './tool-tools.ts';

/** What every address offers besides its own tools: finding tools that are not listed, and what waits for a person. */
export function corePackOf(registry: Registry): Pack {
  return {
    name: corePack,
    title: 'Tools',
    instructions: '',
    levels: [{ name: 'core', about: 'Always there' }],
    tools: [
      searchTools(registry),
      describeTool(registry),
      callAnyTool(registry),
      raiseLevel(registry),
      ...[listProposals, getProposal, applyProposal, cancelProposal].map((make) => make(registry)),
    ],
  };
}
