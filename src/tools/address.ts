import type { CallContext } from './context.ts';
import type { RegisteredTool } from './registry.ts';

/** The pack of what every address offers: searching, and proposals. */
export const corePack = 'core';

/** Whether an address has a tool at all. One that only reads has none that changes anything, not even what is listed. */
export function isOffered(
  { pack, tier, annotations }: Pick<RegisteredTool, 'pack' | 'tier' | 'annotations'>,
  { pack: only, isReadOnly = false }: Pick<CallContext, 'pack' | 'isReadOnly'>,
): boolean {
  const isHere = only === undefined || pack === only || pack === corePack;
  return isHere && (!isReadOnly || (tier === 'R0' && annotations.readOnlyHint));
}
