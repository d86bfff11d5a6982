import { z } from 'zod';
import { time } from '../common.ts';
import { grants, principal } from './principal.ts';

/** No agent is an administrator. */
export const agentRole = z.enum(['viewer', 'operator']);
export type AgentRole = z.infer<typeof agentRole>;

/** Why an agent that a person let in was shut out again. */
export const agentEnd = z.enum(['person', 'administrator', 'program', 'code-replayed', 'token-replayed', 'expired']);
export type AgentEnd = z.infer<typeof agentEnd>;

export const connectedAgent = z.object({
  id: z.string().describe('The id of its key, which is its name in the trail'),
  name: z.string().describe('As its program calls itself'),
  host: z.string().describe('Where its program stands, as far as it can be known'),
  role: agentRole.describe('What its person allowed'),
  grants: grants.describe('What it may where, as its person may at present'),
  address: z.string().describe('The one address that its tokens open'),
  personId: z.string(),
  personName: z.string(),
  grantedAt: time,
  lastUsedAt: time.nullable(),
});
export type ConnectedAgent = z.infer<typeof connectedAgent>;

export const connectedAgentList = z.object({ agents: z.array(connectedAgent) });
export type ConnectedAgentList = z.infer<typeof connectedAgentList>;

/** What a program asks for when it sends a browser here, as the consent page shows it. */
export const consentRequest = z.object({
  client: z.object({
    name: z.string(),
    host: z.string(),
    uri: z.string().nullable(),
    isVerified: z.boolean().describe('Whether the host is proven by a document that stands there'),
  }),
  redirectHost: z.string().describe('Where the browser goes afterwards'),
  address: z.string().describe('The address that is asked for'),
  asked: agentRole,
  offers: z
    .array(z.object({ role: agentRole, grants: grants.describe('What the agent would then be allowed, and where') }))
    .describe('What whoever is signed in may allow; empty: nothing'),
  principal: principal.nullable(),
});
export type ConsentRequest = z.infer<typeof consentRequest>;

export const consentQuery = z.object({
  request: z.string().max(8_000).describe('The query of the address, as it came'),
});

export const consentAnswer = z.object({
  request: z.string().max(8_000),
  decision: z.discriminatedUnion('is', [
    z.object({ is: z.literal('allowed'), role: agentRole }),
    z.object({ is: z.literal('refused') }),
  ]),
});
export type ConsentAnswer = z.output<typeof consentAnswer>;
export const consentOutcome = z.object({ redirectTo: z.string() });
