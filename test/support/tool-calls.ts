import { SigecError } from '../../src/base/errors.ts';
import type { Principal } from '../../src/contract/agents/principal.ts';
import type { Actor } from '../../src/principals/actor.ts';
import type { CallContext } from '../../src/tools/context.ts';
import type { ToolAnswer } from '../../src/tools/tool.ts';
import type { AgentRooms } from './agent-door.ts';

const principalOf = (kind: Principal['kind'], role: Principal['role']): Principal => ({
  id: `${kind}-${role}`,
  name: `${kind} ${role}`,
  kind,
  role,
  scopes: [],
});

/** An agent at the MCP address, which may propose and never approve. */
export const agent: Actor = { principal: principalOf('agent', 'operator'), door: 'mcp' };
/** A person in the console. */
export const person: Actor = { principal: principalOf('person', 'administrator'), door: 'console' };

export function contextOf(actor: Actor = agent): CallContext {
  return { actor, signal: AbortSignal.timeout(60_000) };
}

/** One call of an agent. */
export function callTool({ registry }: AgentRooms, name: string, given: object = {}): Promise<ToolAnswer> {
  return registry.execute(name, given, contextOf());
}

/** An agent proposes and a person says yes; the id of what waits to be carried out. */
export async function approved(door: AgentRooms, name: string, given: object): Promise<string> {
  const { data } = await callTool(door, name, given);
  const id = String(data['proposal_id']);
  await door.registry.proposals.approve(id, { actor: person, via: 'console' });
  return id;
}

/** What came of an approved proposal. */
export async function apply({ registry }: AgentRooms, proposalId: string): Promise<{ text: string; result: Result }> {
  const { text, data } = await registry.apply(proposalId, contextOf());
  return { text, result: data['result'] as Result };
}

type Result = Record<string, unknown>;

/** From the proposal over the approval to the effect. */
export async function carryOut(
  door: AgentRooms,
  name: string,
  given: object,
): Promise<{ text: string; result: Result }> {
  return apply(door, await approved(door, name, given));
}

/** Why a call was refused, as `CODE message`; 'not refused': it was not. */
export async function refusalOf(door: AgentRooms, name: string, given: object = {}): Promise<string> {
  try {
    await callTool(door, name, given);
    return 'not refused';
  } catch (error) {
    if (!(error instanceof SigecError)) throw error;
    return `${error.code} ${error.message}`;
  }
}
