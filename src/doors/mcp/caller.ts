import type { IncomingMessage } from 'node:http';
import { bearerKeyIn } from '#doors/http-server/bearer-key.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import type { Actor } from '#principals/actor.ts';
import type { Principals } from '#principals/principals.ts';

/** A caller is known by its key, or is anybody where reading is open; else `signIn` says what to tell it. */
export type Caller = { actor: Actor } | { signIn: string };

export type CallerNeeds = Pick<Principals, 'mustSignIn' | 'authenticate'>;

export async function callerOf(request: IncomingMessage, principals: CallerNeeds): Promise<Caller> {
  const { headers } = request;
  if (headers.authorization === undefined) {
    return principals.mustSignIn
      ? { signIn: 'Send a key as "Authorization: Bearer <key>".' }
      : { actor: { principal: null, door: 'mcp' } };
  }
  const secret = bearerKeyIn(headers.authorization);
  if (secret === undefined) return { signIn: 'The Authorization header must read "Bearer <key>".' };
  // A wrong key is refused even where none is needed: whoever sends one believes to be somebody.
  const principal = await principals.authenticate(secret, callerAddress(request));
  return principal === undefined
    ? { signIn: 'This key is unknown, has expired or was revoked.' }
    : { actor: { principal, door: 'mcp' } };
}
