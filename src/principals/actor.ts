import type { Principal } from '#contract/agents/principal.ts';

/** `tools`: the REST view of the tools, for agents without MCP. `device`: spoken to a device. */
export type Door = 'console' | 'rest' | 'terminal' | 'mcp' | 'tools' | 'device' | 'system';

/** Whoever asks for something, and by which door. `principal` is null only where reading is open on loopback. */
export type Actor = { principal: Principal | null; door: Door };

/** We ourselves: what is done without anybody asking for it. */
export const system: Actor = { principal: null, door: 'system' };

/** How an actor is written into ledger and audit: the key's id, never its name, so that a rename changes no history. */
export function actorName({ principal, door }: Actor): string {
  if (principal !== null) return principal.id;
  return door === 'system' ? 'system' : `anonymous:${door}`;
}
