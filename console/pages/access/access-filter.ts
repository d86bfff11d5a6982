import { z } from 'zod';
import { tokenId } from '#contract/access/token.ts';

export const accessTabs = ['drivers', 'tokens', 'groups', 'refusals', 'try', 'import'] as const;

/** What the address bar holds. A card's number never does: only its hash. What is none of ours is left out. */
export const accessFilter = z.object({
  tab: z.enum(accessTabs).optional().catch(undefined),
  search: z.string().max(100).optional().catch(undefined),
  group: tokenId.optional().catch(undefined),
  blocked: z.literal('yes').optional().catch(undefined),
  station: z.string().max(48).optional().catch(undefined),
  token: tokenId.optional().catch(undefined),
  /** A dialog that a link opens. */
  add: z.literal('yes').optional().catch(undefined),
});
export type AccessFilter = z.output<typeof accessFilter>;
