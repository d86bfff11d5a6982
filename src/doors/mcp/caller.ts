import type { IncomingMessage } from 'node:http';
import { bearerKeyIn } from '#doors/http-server/bearer-key.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import type { Actor } from '#principals/actor.ts';
import type { Principals } from '#principals/principals.ts';

/**
 * A caller is known by its key or token, or is anybody where reading is open; else `signIn` says what to tell it. `mayAskForMore`: its person
 * could allow more than this token does.
 */
export type Caller = { actor: Actor; mayAskForMore: boolean } | { signIn: string };

export type CallerNeeds = Pick<Principals, 'mustSignIn' | 'authenticate' | 'authenticateToken'> & {
  oauth: Pick<Principals['oauth'], 'isToken' | 'externalIssuer'>;
};

/** `address` is the one that is called, as the caller wrote it: a token for another is worth nothing here. */
export async function callerOf(
  request: IncomingMessage,
  { principals, address }: { principals: CallerNeeds; address: string },
): Promise<Caller> {
  const { headers } = request;
  if (headers.authorization === undefined) {
    return principals.mustSignIn
      ? { signIn: 'Send a token or a key as "Authorization: Bearer <token>".' }
      : { actor: { principal: null, door: 'mcp' }, mayAskForMore: false };
  }
  const secret = bearerKeyIn(headers.authorization);
  if (secret === undefined) return { signIn: 'The Authorization header must read "Bearer <key>".' };
  const source = callerAddress(request);
  if (principals.oauth.isToken(secret)) {
    const holder = await principals.authenticateToken(secret, { address, source });
    if (holder === undefined)
      return { signIn: 'This token is unknown, has expired, was revoked or is for another address.' };
    const mayAskForMore = holder.principal.role === 'viewer' && holder.mayAllow !== 'viewer';
    return { actor: { principal: holder.principal, door: 'mcp' }, mayAskForMore };
  }
  // A wrong key is refused even where none is needed: whoever sends one believes to be somebody.
  const principal = await principals.authenticate(secret, source);
  return principal === undefined
    ? { signIn: 'This key is unknown, has expired or was revoked.' }
    : { actor: { principal, door: 'mcp' }, mayAskForMore: false };
}
