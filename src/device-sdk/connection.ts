/** One open connection to the server; frames are whole JSON texts. */
export type Connection = {
  send(frame: string): void;
  close(): void;
  /** Resolves when it is over, with why. */
  closed: Promise<string>;
};

export type OnFrame = (frame: string) => void;
