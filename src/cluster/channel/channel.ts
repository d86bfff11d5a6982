/** How a question to another node ended. Whoever asked always learns which. */
export type Reply =
  | { status: 'answered'; body: unknown }
  /** The other node could not do it, and says why. `NOT_SERVED`: it answers nothing of the kind, or not yet. */
  | { status: 'failed'; code: string; message: string }
  /** It never left: no node of that name hears us. `isCertain`: it does not run, whatever else may be broken. */
  | { status: 'nobody'; reason: string; isCertain?: boolean }
  /** It may have arrived; the outcome is not known. */
  | { status: 'no-answer'; reason: string };

export type Question = {
  node: string;
  subject: string;
  /** JSON. */
  body: unknown;
  timeoutMs: number;
  /** Aborted: the other node is told so, and its answer is still waited for. */
  signal?: AbortSignal | undefined;
};

/** `signal`: whoever asked wants it no more, or counts on it no more. */
export type Answer = (body: unknown, context: { from: string; signal: AbortSignal }) => Promise<unknown>;

/** How nodes of one installation speak with each other. Nothing is kept in it: PostgreSQL decides and records. */
export type Channel = {
  ask(question: Question): Promise<Reply>;
  /** One answer per subject. */
  serve(subject: string, answer: Answer): void;
  /** To all other nodes; whoever does not hear it finds out from the database. */
  publish(subject: string, body: unknown): void;
  subscribe(subject: string, hear: (body: unknown, from: string) => void): void;
  /** Whether others can be reached now, as far as is known. */
  isOpen(): boolean;
  close(): Promise<void>;
};

/** Of a node that is alone, or that nobody told how to reach the others. */
export const noChannel: Channel = {
  ask: () => Promise.resolve({ status: 'nobody', reason: 'nodes have no way to each other: NATS_URL is not set' }),
  serve: () => undefined,
  publish: () => undefined,
  subscribe: () => undefined,
  isOpen: () => false,
  close: () => Promise.resolve(),
};
