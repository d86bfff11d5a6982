/** A list that agents see is no longer what it was: for everybody, or for one session. */
export type Change = { kind: 'tools' | 'resources' | 'prompts'; sessionId?: string };

/** Tells the doors when to say that a list has changed. Within this process: a session lives on one node. */
export class Changes {
  private readonly listeners = new Set<(change: Change) => void>();

  publish(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }

  /** Returns what ends it. Listeners must not throw. */
  subscribe(listener: (change: Change) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
