import type { Message, Usage } from './message.ts';

/** A conversation as it is kept: a file in the terminal client, the database in the server. */
export type Conversation = {
  id: string;
  /** Whose it is; nobody else can read or resume it. */
  owner: string;
  title: string;
  createdAt: string;
  changedAt: string;
  messages: Message[];
  usage: Usage;
  /** Foreign text stands in it: what changes anything is asked about, whatever was allowed before. */
  isTainted: boolean;
  /** Tools allowed until it ends, by server and hash. */
  allowedTools: string[];
};

export type ConversationStore = {
  save(conversation: Conversation): Promise<void>;
  /** undefined: there is none, or it is somebody else's. */
  load(id: string, owner: string): Promise<Conversation | undefined>;
  list(owner: string): Promise<Pick<Conversation, 'id' | 'title' | 'createdAt' | 'changedAt'>[]>;
  remove(id: string, owner: string): Promise<boolean>;
};
