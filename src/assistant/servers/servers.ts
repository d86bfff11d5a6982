import type { Fetch } from '#base/patient-fetch.ts';
import type { Trouble } from './trouble.ts';

/** How we are known where a server wants people to sign in; what is absent is found out or registered on the way. */
export type OAuthSettings = {
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  /** Where a document about us stands; authorization servers that know of such documents need no registration. */
  clientMetadataUrl?: string | undefined;
  /** For authorization servers that insist on the port that was registered; absent: any free one. */
  callbackPort?: number | undefined;
};

type EveryServer = {
  name: string;
  /** Our own system: named by SIGEC_URL or proven, never by what a server says of itself. Only its hints are believed. */
  isOwn: boolean;
  timeoutMs?: number | undefined;
  /** Tools that are wanted, as the server calls them; absent: all. */
  only?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
};

/** One line of MCP_SERVERS, or one entry of an `mcpServers` file. */
export type ServerSettings = EveryServer &
  (
    | {
        kind: 'http' | 'sse';
        url: string;
        headers: Record<string, string>;
        /** How requests are sent; of an own server it throws `NotProven` before anything leaves for a listener that is not ours. */
        fetch?: Fetch | undefined;
        oauth?: OAuthSettings | undefined;
      }
    | { kind: 'stdio'; command: string; args: string[]; env: Record<string, string>; cwd?: string | undefined }
  );

export type ServerState = {
  name: string;
  address: string;
  isOwn: boolean;
  status: 'connected' | 'connecting' | 'unreachable' | 'sign-in-needed';
  /** What is wrong, for those who say it in another language. */
  trouble: Trouble | null;
  /** One sentence: why it is not connected, and when it is tried again; or what of a connected one is not offered. */
  reason: string | null;
  retryAt: Date | null;
  toolCount: number;
  /** Tools whose description is not the one that was accepted; they are not offered until a person accepts them. */
  changedTools: string[];
};

export type ServerQuestion = {
  server: string;
  /** Not our own server: whoever shows the question says so. */
  isForeign: boolean;
  message: string;
  schema: Record<string, unknown> | undefined;
  url: string | undefined;
};
export type ServerAnswer = { action: 'accept'; content: Record<string, unknown> } | { action: 'decline' | 'cancel' };

export type CallOptions = {
  signal: AbortSignal;
  onProgress?: (progress: { done: number; total?: number; about?: string }) => void;
  onQuestion?: (question: ServerQuestion) => Promise<ServerAnswer>;
  /** A foreign server asked for what looks like a secret, and was refused without anybody being asked. */
  onSecretAsked?: (refused: { server: string; fields: string[] }) => void;
};

export type MeantCall = { tool: AgentTool; given: Record<string, unknown> };

export type FoundResource = { server: string; uri: string; name: string; description: string };
export type FoundPrompt = {
  server: string;
  name: string;
  description: string;
  arguments: { name: string; required: boolean }[];
};

/** A tool that is not as it was accepted, or was not there at all. */
export type ChangedTool = { tool: string; title: string; description: string; isNew: boolean };

/** Every MCP server of a conversation. One that is away is a warning and a retry, never an end. */
export type Servers = {
  states(): ServerState[];
  tools(): AgentTool[];
  /** What a call really is: our own call_tool passes on to another tool, and that one is decided about. */
  meant(tool: AgentTool, given: Record<string, unknown>): Promise<MeantCall>;
  call(tool: AgentTool, given: Record<string, unknown>, options: CallOptions): Promise<ToolOutcome>;
  /** Templates are among them, with the braces of their address. */
  resources(server?: string): Promise<FoundResource[]>;
  readResource(server: string, uri: string): Promise<string>;
  prompts(server?: string): Promise<FoundPrompt[]>;
  prompt(server: string, name: string, given: Record<string, string>): Promise<string>;
  changed(server: string): ChangedTool[];
  accept(server: string): Promise<void>;
  retry(server: string): Promise<void>;
  /** One more from now on; resolves after the first attempt. Its name must not be taken. */
  add(settings: ServerSettings): Promise<void>;
  remove(server: string): Promise<void>;
  onChange(listener: () => void): () => void;
  settled(): Promise<void>;
  close(): Promise<void>;
};

/** How far a tool may go by what its server says, and by what we believe of that server. */
export type ToolRisk = 'reads' | 'changes' | 'proposes' | 'unknown';

/** A tool as models see it: its name fits every provider, and the name of a foreign server stands in front. */
export type AgentTool = {
  name: string;
  server: string;
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
  data: Record<string, unknown> | undefined;
  isError: boolean;
  /** Others than us and the person wrote in it. */
  isUntrusted: boolean;
  tookMs: number;
};
