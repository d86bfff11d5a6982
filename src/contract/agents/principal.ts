import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import { siteId } from '../stations/site.ts';
import { principalKinds, roles } from '../word-lists.ts';

export const principalKind = z.enum(principalKinds);
export type PrincipalKind = z.infer<typeof principalKind>;

/** `viewer` reads, `accountant` reads what is of money with the names of those who pay, `operator` reads and acts, `administrator` may do everything. */
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** A role at one site, or over the whole installation. */
export const grant = z.object({ role, siteId: siteId.nullable().describe('null: the whole installation') });
export type Grant = z.infer<typeof grant>;
export const grants = z.array(grant).max(500);

export const principal = z.object({
  id: z.string(),
  name: z.string(),
  kind: principalKind,
  role,
  scopes: z.array(z.string()).describe('What the key is limited to; empty: everything its role may do'),
  grants: grants.optional().describe('Where which role holds; absent: the role holds for the whole installation'),
  approvesByElicitation: z
    .boolean()
    .optional()
    .describe("Whether its person may approve single actions in the window of their agent; a person's keys alone"),
});
export type Principal = z.infer<typeof principal>;

export const key = principal.extend({
  createdAt: time,
  createdBy: z.string().nullable(),
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable(),
  revokedAt: time.nullable(),
});
export type Key = z.infer<typeof key>;

export const keyList = z.object({ keys: z.array(key) });
export type KeyList = z.infer<typeof keyList>;

export const newKey = z.object({
  name: visibleText.min(1).max(80),
  kind: principalKind,
  role,
  scopes: z
    .array(z.string().regex(/^[a-z]+(:[a-z-]+)?$/))
    .max(50)
    .default([]),
  expiresAt: time.nullable().default(null),
  sites: z
    .array(siteId)
    .max(100)
    .optional()
    .describe('Sites that the key is limited to; absent or empty: the whole installation'),
  approvesByElicitation: z.boolean().optional(),
});
export type NewKey = z.output<typeof newKey>;

export const createdKey = z.object({ key, secret: z.string().describe('Shown this once; only its hash is kept') });
export type CreatedKey = z.infer<typeof createdKey>;

export const signIn = z.object({ key: z.string().min(1).max(300) });
export type SignIn = z.infer<typeof signIn>;
export const whoAmI = z.object({ principal: principal.nullable(), mustSignIn: z.boolean() });
export type WhoAmI = z.infer<typeof whoAmI>;
