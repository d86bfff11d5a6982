/** How far a tool may go by what its server says, and by what we believe of that server. */
export type ToolRisk = 'reads' | 'changes' | 'proposes' | 'unknown';

/** A tool as models see it: its name fits every provider, and the name of a foreign server stands in front. */
export type AgentTool = {
  name: string;
  /** The server's name in the configuration. */
  server: string;
  /** As the server calls it. */
  tool: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  risk: ToolRisk;
  /** Not our own server: its words and hints are believed only as far as a person accepted them, by hash. */
  isForeign: boolean;
  hash: string;
};

export type ToolOutcome = {
  text: string;
  /** structuredContent, where the server gave it. */
  data: Record<string, unknown> | undefined;
  isError: boolean;
  /** Others than us and the person wrote in it. */
  isUntrusted: boolean;
  tookMs: number;
};
