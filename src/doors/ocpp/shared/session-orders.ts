import { SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/open-charging.ts';

type Context = { stationId: string; charging: Charging };

export type OrderedToken = { value: string; type: string };

/** The token a remote start names: one of ours by its id, or as it is. */
export async function tokenFor(
  { tokenId, token }: { tokenId?: string | undefined; token?: string | undefined },
  { charging }: Context,
): Promise<OrderedToken> {
  if (tokenId !== undefined) return charging.authorization.reveal(tokenId);
  // A station tells the kind again when it starts, and it has to be the one that we know.
  if (token !== undefined) return { value: token, type: (await charging.authorization.typeOf(token)) ?? 'central' };
  throw new SigecError('INVALID_INPUT', 'A start needs a token: give tokenId or token.');
}

/** The same for a session that is to be stopped: one that has ended needs no station to say so. */
export async function runningSessionRef(sessionId: string, context: Context): Promise<string> {
  const { state, endedAt } = await context.charging.sessions.get(sessionId);
  if (state === 'ended')
    throw new SigecError('CONFLICT', `Session ${sessionId} ended at ${endedAt}; there is nothing to stop.`);
  return sessionRef(sessionId, context);
}

/** The station's own name for a session of ours; a session of another station is none of its business. */
export async function sessionRef(sessionId: string, { stationId, charging }: Context): Promise<string> {
  const session = await charging.sessions.get(sessionId);
  if (session.stationId === stationId) return session.ref;
  throw new SigecError(
    'INVALID_INPUT',
    `Session ${sessionId} belongs to station ${session.stationId}, not to ${stationId}.`,
  );
}
