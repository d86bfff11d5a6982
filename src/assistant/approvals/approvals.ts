import type { AgentTool } from '../servers/agent-tool.ts';

/** once: this call. session: this tool until the conversation ends. always: kept for this server and tool. */
export type Decision = 'once' | 'session' | 'always' | 'deny';

/** What a person is asked before a call leaves. R2 and R3 of our own server are not asked here: they answer with a proposal. */
export type ApprovalQuestion = {
  id: string;
  tool: AgentTool;
  arguments: Record<string, unknown>;
  /** Why it is asked. `tainted`: foreign text was read before, so even what was allowed for the session is asked again. */
  because: 'changes' | 'foreign' | 'tainted';
  /** session and always are missing where they may not be given. */
  choices: readonly Decision[];
};

/** Where lasting decisions are kept. They are bound to the hash of what was approved. */
export type ApprovalStore = {
  isAlways(tool: AgentTool): Promise<boolean>;
  rememberAlways(tool: AgentTool): Promise<void>;
  list(): Promise<{ server: string; tool: string; hash: string }[]>;
  forget(server: string, tool: string): Promise<void>;
};
