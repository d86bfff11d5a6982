import type { Worker } from 'node:cluster';

type Connection = { close(): void };
/** What the cluster module of Node says to a process with a connection that it is to serve. `key`: of the port. */
type HandedOver = { act?: unknown; key?: unknown };

/**
 * Node hands a process one connection of each port at a time and waits to hear that it was taken. A process that is killed before it says
 * so leaves that connection open for ever, and whoever called waits for nothing. Returns what to do once the process has ended.
 */
export function followHandedOver({ process: child }: Pick<Worker, 'process'>): () => void {
  const latest = new Map<unknown, Connection>();
  const send = child.send.bind(child) as (...given: unknown[]) => boolean;
  child.send = (message: HandedOver, ...rest: unknown[]) => {
    const [connection] = rest;
    if (message.act === 'newconn' && connection) latest.set(message.key, connection as Connection);
    return send(message, ...rest);
  };
  return () => {
    for (const connection of latest.values()) connection.close(); // one that was taken is closed here already, and stays so
  };
}
