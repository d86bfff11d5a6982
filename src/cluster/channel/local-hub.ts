import type { Line } from './local-wire.ts';

/** Where the lines of all nodes of one machine meet; it passes on what they say and tells who is gone. */
export class LocalHub {
  private readonly lines = new Map<string, Line>();

  /** Returns what to do once the node has ended. */
  join(node: string, line: Line): () => void {
    this.lines.set(node, line);
    line.onMessage((message) => {
      if (message.kind === 'gone' || message.kind === 'nobody') return; // only the one in the middle says so
      if (message.to === null) {
        for (const [other, { send }] of this.lines) if (other !== node) send(message);
        return;
      }
      const to = this.lines.get(message.to);
      if (to !== undefined) return to.send(message);
      if (message.kind === 'ask') line.send({ kind: 'nobody', id: message.id, to: message.to });
    });
    return () => {
      if (this.lines.get(node) !== line) return; // it has been started again
      this.lines.delete(node);
      for (const { send } of this.lines.values()) send({ kind: 'gone', node });
    };
  }
}
