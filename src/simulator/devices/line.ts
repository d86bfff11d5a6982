export type Line = {
  readonly isOpen: boolean;
  send(text: string): void;
  /** Opus frames; over MQTT they would go by UDP, which nobody simulates. */
  sendAudio(bytes: Uint8Array): void;
  close(): void;
  /** The network is gone: nothing is said, the other side finds out by itself. */
  drop(): void;
};

export type LineEvents = { onText(text: string): void; onClosed(line: Line, reason: string): void };
