/** How text for one node ended: with a text of its own, or without. */
export type Carried =
  | { status: 'answered'; text: string }
  | { status: 'nobody'; reason: string; isCertain?: boolean }
  | { status: 'no-answer'; reason: string };

export type Hearer = {
  /** Never rejects. */
  asked(text: string): Promise<string>;
  told(text: string): void;
};

/** What carries texts between nodes. */
export type Wire = {
  readonly node: string;
  open(hearer: Hearer): void;
  ask(node: string, text: string, timeoutMs: number): Promise<Carried>;
  /** To one node, or to all others. Nobody says whether it came. */
  tell(node: string | null, text: string): void;
  isOpen(): boolean;
  close(): Promise<void>;
};
