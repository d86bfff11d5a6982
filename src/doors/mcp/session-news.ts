import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { OtherNodes } from '#base/other-nodes.ts';
import type { Change, Registry } from '#tools/registry.ts';

/** What has become of a session. */
export type SessionNews = { id: string } & (
  | { did: 'end' }
  /** Its standing stream is at another node now. */
  | { did: 'open-stream' }
  | { did: 'subscribe' }
  /** What awaits no answer concerns whatever node it is meant for: an answer, a call that is cancelled. */
  | { did: 'say'; message: JSONRPCMessage }
);

export const sessionSubject = 'agent-session';
const listSubject = 'agent-session-list';

/** A session may have its stream at one node, and raise its level at another. */
export function shareListChanges(changes: Registry['changes'], others: OtherNodes): void {
  let isHeard = false;
  changes.subscribe((change) => {
    if (change.sessionId !== undefined && !isHeard) others.publish(listSubject, change);
  });
  others.subscribe(listSubject, (change) => {
    isHeard = true;
    changes.publish(change as Change);
    isHeard = false;
  });
}
