import type { Actor } from '#principals/actor.ts';
import type { RegisteredTool } from '../registry.ts';

/** What a session is shown of a pack; the seed's disclosure context. */
export type DisclosureContext = {
  sessionId: string;
  pack: string;
  level: string;
  /** Tools unlocked one by one, beyond the level. */
  unlocked: readonly string[];
  interactions: number;
  expiresAt: string;
};

export type Within = { sessionId: string; actor: Actor };

/** Decides what is shown, never what is allowed: policy is asked besides, always. A session belongs to the principal who began it. */
export type Disclosure = {
  /** The context of a session in a pack; begun when it is not there. Throws NOT_ALLOWED when it is another principal's. */
  contextOf(pack: string, within: Within): Promise<DisclosureContext>;
  canAccess(tool: Pick<RegisteredTool, 'name' | 'pack' | 'level'>, context: DisclosureContext): boolean;
  /** Before a call: throws NOT_ALLOWED when the tool lies outside the level, otherwise counts an interaction and climbs where the pack says so. */
  enter(tool: Pick<RegisteredTool, 'name' | 'pack' | 'level'>, within: Within): Promise<void>;
  /** To any level, down too. Returns the names of the tools that came with it and that policy allows. Throws INVALID_INPUT for a level the pack does not have. */
  upgrade(pack: string, level: string, within: Within): Promise<{ context: DisclosureContext; newTools: string[] }>;
  unlock(tool: Pick<RegisteredTool, 'name' | 'pack'>, within: Within): Promise<DisclosureContext>;
  /** Forgets the session in every pack. False: there was none of this principal's. */
  clear(within: Within): Promise<boolean>;
};
