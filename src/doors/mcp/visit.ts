import type { IncomingMessage, ServerResponse } from 'node:http';
import { callerAddress } from '#doors/http-server/connection.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { type CallerNeeds, callerOf } from './caller.ts';

/** One HTTP request of somebody whom we know. */
export type Visit = {
  actor: Actor;
  /** The address it came from. */
  source: string;
  /** Aborted once the answer has ended, whoever ended it. */
  ended: AbortSignal;
  /** Whether more would only be piled up, since the caller does not take what is there. */
  isBehind(): boolean;
  /** The challenge for a call that its token was not given for, where the person could allow it. */
  stepUp: string | undefined;
  /** Whether the key that came with it would still let the same caller in. */
  isStillAllowed(): Promise<boolean>;
};

type VisitInput = {
  request: IncomingMessage;
  response: ServerResponse;
  actor: Actor;
  address: string;
  stepUp: string | undefined;
  principals: CallerNeeds;
};

export function visitOf({ request, response, actor, address, stepUp, principals }: VisitInput): Visit {
  const ended = new AbortController();
  response.once('close', () => ended.abort());
  if (response.destroyed) ended.abort();
  return {
    actor,
    stepUp,
    source: callerAddress(request),
    ended: ended.signal,
    isBehind: () => response.writableNeedDrain,
    async isStillAllowed() {
      const caller = await callerOf(request, { principals, address });
      return 'actor' in caller && actorName(caller.actor) === actorName(actor);
    },
  };
}
