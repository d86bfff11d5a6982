export type Line = {
  readonly isOpen: boolean;
  send(text: string): void;
  /** Opus frames; over MQTT they go by UDP, beside the line. */
  sendAudio(bytes: Uint8Array): void;
  close(): void;
  /** The network is gone: nothing is said, the other side finds out by itself. */
  drop(): void;
};

export type LineEvents = {
  onText(text: string): void;
  onAudio(opus: Buffer): void;
  onClosed(line: Line, reason: string): void;
};
