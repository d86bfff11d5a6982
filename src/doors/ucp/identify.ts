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
  principals: Pick<Principals, 'authenticate' | 'mustSignIn' | 'may'>;
  clock: Clock;
};

/** Who asks, and what both parties can do. `agent`: the profile that it names, and the revision it says it speaks. */
export async function identify(
  needs: IdentifyNeeds,
  request: SignedRequest,
  { agent, isWrite }: { agent: UcpAgent; isWrite: boolean },
): Promise<Platform> {
  const principal = await principalOf(needs, request);
  const profile = await needs.platforms.profile(agent.profileUrl);
  if (isSigned(request)) mustBeSigned(request, profile.signingKeys, needs.clock.now());
  else if (principal === null && needs.principals.mustSignIn)
    throw new UcpError(
      401,
      'signature_missing',
      'Sign the request with a key of your profile, or send a key of ours as "Authorization: Bearer <key>".',
    );
  if (principal !== null) {
    const need = isWrite
      ? ({ access: 'operate', scope: 'books:operate', isDirectChange: true } as const) // what agents pay, a person approves: over the tools
      : ({ access: 'read', scope: 'books:read' } as const);
    const refusal = refusalOf(needs.principals.may(principal, need));
    if (refusal !== undefined) throw new UcpError(403, 'forbidden', refusal.message);
  }
  const actor: Actor = { principal, door: 'rest' };
  const version = agent.version ?? profile.version;
  if (!isKnownVersion(version))
    throw new UcpError(
      422,
      'version_unsupported',
      `This revision is not spoken here. The shop speaks ${ucpVersions.join(' and ')}.`,
    );
  const common = commonCapabilities(version, profile.capabilities);
  return {
    ...{ profileUrl: agent.profileUrl, version, common, webhookUrl: webhookOf(profile), actor },
    owner: `ucp:${agent.profileUrl}${principal === null ? '' : `#${principal.id}`}`,
    language: languageOf(request.headers['accept-language']),
  };
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

async function principalOf(
  { principals }: IdentifyNeeds,
  { headers: { authorization }, source }: SignedRequest,
): Promise<Actor['principal']> {
  if (authorization === undefined) return null;
  const secret = bearerKeyIn(authorization);
  const principal = secret === undefined ? undefined : await principals.authenticate(secret, source);
  // A wrong key is refused even where none is needed: whoever sends one believes to be somebody.
  if (principal === undefined)
    throw new UcpError(401, 'unauthorized', 'This key is unknown, has expired or was revoked.');
  return principal;
}

function webhookOf({ capabilities }: PlatformProfile): string | null {
  const url = capabilities.find(({ name }) => name === orderCapability)?.config['webhook_url'];
  return typeof url === 'string' && url.length <= 2_000 && URL.canParse(url) ? url : null;
}
