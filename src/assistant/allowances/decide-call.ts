import type { PermissionRule } from '#contract/agents/assistant.ts';
import type { AgentTool } from '../servers/servers.ts';
import { effectOf } from './permission-rules.ts';

type Verdict =
  | { status: 'allowed' }
  /** By a rule of the person, who is not asked. */
  | { status: 'denied' }
  | { status: 'ask'; because: CallQuestion['because']; choices: readonly Decision[] };

type Situation = {
  tool: AgentTool;
  given: Record<string, unknown>;
  /** Foreign text stands in the conversation: whoever wrote it may have wished for this call. */
  isTainted: boolean;
  allowedTools: readonly string[];
  allowances: Pick<AllowanceStore, 'isAlways' | 'rules'>;
};

const allChoices: readonly Decision[] = ['once', 'session', 'always', 'deny'];
const onceOnly: readonly Decision[] = ['once', 'deny'];

/**
 * Reading our own network is free. What changes something is asked about, unless it was allowed for the session or for ever and no foreign text
 * has been read since; what a foreign server calls reading is no exception, for its arguments leave the house. What our own server only proposes
 * is free too: a person decides about the proposal, not about the asking. Rules of the person come first where they are stricter; one that allows is no
 * more than a yes for ever: it approves no proposal, and holds no longer once foreign text was read.
 */
export async function decideCall({ tool, given, isTainted, allowedTools, allowances }: Situation): Promise<Verdict> {
  const effect = effectOf(await allowances.rules(), { tool, given });
  if (effect === 'deny') return { status: 'denied' };
  if (effect === 'ask') return { status: 'ask', because: 'rule', choices: onceOnly };
  if (!tool.isForeign && (tool.risk === 'reads' || tool.risk === 'proposes')) return { status: 'allowed' };
  // What our own server says nothing about may be more than a harmless command, so it is never allowed for longer.
  const mayLast = tool.isForeign || tool.risk === 'changes';
  const wasAllowed =
    mayLast && (effect === 'allow' || allowedTools.includes(allowanceOf(tool)) || (await allowances.isAlways(tool)));
  if (isTainted) return { status: 'ask', because: 'tainted', choices: onceOnly };
  if (wasAllowed) return { status: 'allowed' };
  return { status: 'ask', because: tool.isForeign ? 'foreign' : 'changes', choices: mayLast ? allChoices : onceOnly };
}

/** Bound to what was shown: a tool that says something else now is another one. */
export function allowanceOf({ server, tool, hash }: AgentTool): string {
  return `${server}/${tool}#${hash}`;
}

/** once: this call. session: this tool until the conversation ends. always: kept for this server and tool. */
export type Decision = 'once' | 'session' | 'always' | 'deny';

/** What a person is asked before a call leaves. R2 and R3 of our own server are not asked here: they answer with a proposal. */
export type CallQuestion = {
  id: string;
  tool: AgentTool;
  arguments: Record<string, unknown>;
  /** Why it is asked. `tainted`: foreign text was read before, so even what was allowed for the session is asked again. `rule`: a rule of the person says so. */
  because: 'changes' | 'foreign' | 'tainted' | 'rule';
  /** session and always are missing where they may not be given. */
  choices: readonly Decision[];
};

/** Where lasting decisions are kept. They are bound to the hash of what was approved. */
export type AllowanceStore = {
  isAlways(tool: AgentTool): Promise<boolean>;
  rememberAlways(tool: AgentTool): Promise<void>;
  list(): Promise<{ server: string; tool: string; hash: string }[]>;
  forget(server: string, tool: string): Promise<void>;
  /** By pattern; throws where they cannot be read, since one of them may forbid the call. */
  rules(): Promise<PermissionRule[]>;
  setRules(rules: readonly PermissionRule[]): Promise<void>;
};
