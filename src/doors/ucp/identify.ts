import type { Clock } from '#base/clock.ts';
import { bearerKeyIn } from '#doors/http-server/bearer-key.ts';
import type { Actor } from '#principals/actor.ts';
import { refusalOf } from '#principals/may.ts';
import type { Principals } from '#principals/principals.ts';
import { commonCapabilities, orderCapability } from './capabilities.ts';
import type { Platform } from './platform.ts';
import type { PlatformProfile } from './platform-profile.ts';
import type { Platforms } from './platforms.ts';
import { languageOf } from './texts.ts';
import { UcpError } from './ucp-error.ts';
import { isSigned, mustBeSigned, type SignedRequest } from './verify-signature.ts';
import { isKnownVersion, ucpVersions } from './versions.ts';

export type IdentifyNeeds = {
  platforms: Platforms;
  principals: Pick<Principals, 'authenticate' | 'authenticateToken' | 'oauth' | 'mustSignIn' | 'may'>;
  /** Where the shop stands: tokens of buyers are for this address. */
  show: { baseUrl: string };
  clock: Clock;
};

/** Who asks, and what both parties can do. `agent`: the profile that it names, and the revision it says it speaks. */
export async function identify(
  needs: IdentifyNeeds,
  request: SignedRequest,
  { agent, isWrite }: { agent: UcpAgent; isWrite: boolean },
): Promise<Platform> {
  const { principal, personId } = await callerOf(needs, request);
  const profile = await needs.platforms.profile(agent.profileUrl, request.source);
  if (isSigned(request)) mustBeSigned(request, profile.signingKeys, needs.clock.now());
  else if (principal === null && needs.principals.mustSignIn)
    throw new UcpError(
      401,
      'signature_missing',
      'Sign the request with a key of your profile, or send a key of ours as "Authorization: Bearer <key>".',
    );
  if (principal !== null) {
    const need = isWrite
      ? // What agents pay, a person approves, over the tools; whoever let a platform in has said that it may shop for them.
        ({ access: 'operate', scope: 'books:operate', isDirectChange: personId === undefined } as const)
      : ({ access: 'read', scope: 'books:read' } as const);
    const refusal = refusalOf(needs.principals.may(principal, need));
    if (refusal !== undefined)
      throw new UcpError(403, personId === undefined ? 'forbidden' : 'insufficient_scope', refusal.message);
  }
  const actor: Actor = { principal, door: 'rest' };
  const version = agent.version ?? profile.version;
  if (!isKnownVersion(version))
    throw new UcpError(
      422,
      'version_unsupported',
      `This revision is not spoken here. The shop speaks ${ucpVersions.join(', ')}.`,
    );
  const common = commonCapabilities(version, profile.capabilities);
  return {
    profileUrl: agent.profileUrl,
    version,
    common,
    webhookUrl: webhookOf(profile),
    actor,
    signingKeys: profile.signingKeys,
    owner: ownerOf(agent.profileUrl, principal, personId),
    language: languageOf(request.headers['accept-language']),
  };
}

/** Of somebody who linked their account, it is theirs by whatever platform they come. */
function ownerOf(profileUrl: string, principal: Actor['principal'], personId: string | undefined): string {
  if (personId !== undefined) return `person:${personId}`;
  return `ucp:${profileUrl}${principal === null ? '' : `#${principal.id}`}`;
}

export type UcpAgent = { profileUrl: string; version: string | undefined };

/** RFC 8941: `profile="https://…"`, and in the first revision perhaps `version="2026-01-11"`. */
export function agentIn(header: string | string[] | undefined): UcpAgent {
  const text = String(header ?? '');
  return agentOf(/(?:^|[\s,;])profile="([^"]*)"/.exec(text)?.[1], /(?:^|[\s,;])version="([^"]*)"/.exec(text)?.[1]);
}

export function agentOf(profileUrl: unknown, version?: unknown): UcpAgent {
  // After a # no server is asked for anything, and owners are told apart by it.
  if (typeof profileUrl !== 'string' || profileUrl === '' || profileUrl.length > 2_000 || profileUrl.includes('#'))
    throw new UcpError(400, 'invalid_profile_url', 'Name your profile: UCP-Agent: profile="https://…".');
  return { profileUrl, version: typeof version === 'string' ? version : undefined };
}

type Caller = { principal: Actor['principal']; personId: string | undefined };

/** By a key of ours, or by the token of a buyer who linked their account. */
async function callerOf(
  { principals, show }: IdentifyNeeds,
  { headers: { authorization }, source }: SignedRequest,
): Promise<Caller> {
  if (authorization === undefined) return { principal: null, personId: undefined };
  const secret = bearerKeyIn(authorization);
  if (secret !== undefined && principals.oauth.isToken(secret)) {
    const holder = await principals.authenticateToken(secret, { address: show.baseUrl, source: source ?? 'unknown' });
    if (holder === undefined)
      throw new UcpError(401, 'identity_required', 'This token is unknown, has expired, or is for another address.');
    return { principal: holder.principal, personId: holder.personId ?? holder.principal.id };
  }
  const principal = secret === undefined ? undefined : await principals.authenticate(secret, source);
  // A wrong key is refused even where none is needed: whoever sends one believes to be somebody.
  if (principal === undefined)
    throw new UcpError(401, 'unauthorized', 'This key is unknown, has expired or was revoked.');
  return { principal, personId: undefined };
}

function webhookOf({ capabilities }: PlatformProfile): string | null {
  const url = capabilities.find(({ name }) => name === orderCapability)?.config['webhook_url'];
  return typeof url === 'string' && url.length <= 2_000 && URL.canParse(url) ? url : null;
}
