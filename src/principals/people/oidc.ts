import * as client from 'openid-client';
import type { Config } from '#base/config.ts';
import { asError, SigecError } from '#base/errors.ts';
import { isLoopback } from '#base/hosts.ts';
import { type Grant, role } from '#contract/agents/principal.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { write } from '#ledger/ledger-types.ts';
import { actorName } from '../actor.ts';
import { principalById } from '../authenticate.ts';
import { freeId } from '../create-key.ts';
import { keyProjection, newSecret, readKey } from '../key-store.ts';
import { type Browser, refuse, type SignedIn } from '../sign-in.ts';
import { endedInvitations, invitationState, readInvitation } from './invitation-store.ts';
import { keyOfPerson, type PeopleNeeds, rightsOf } from './people-needs.ts';
import { newPerson, type PersonRecord, personProjection, readPersonByEmail, readPersonByOidc } from './person-store.ts';
import { open } from './sign-in-person.ts';
import { keepStep, mustHaveRoom, takeStep } from './sign-in-steps.ts';

const stepLastsMs = 10 * 60_000;
const purpose = 'oidc';
const anonymous = actorName({ principal: null, door: 'console' });

/** `next`: the page of ours that the browser came from, and goes back to. */
type Begun = { codeVerifier: string; nonce: string; redirectUri: string; next: string };
/** What the provider says of somebody. */
type Claims = { sub: string; email: string | null; isVerified: boolean; name: string | null; roles: readonly string[] };

/** Signing in at an identity provider, by the code flow with PKCE, state and nonce; undefined: none is set up. */
export function openOidc(needs: PeopleNeeds) {
  const { config } = needs;
  if (config.oidcIssuer === '' || config.oidcClientId === '') return undefined;
  let found: Promise<client.Configuration> | undefined;
  /** Asked for when somebody first comes, and again after a failure: the provider may be away while we start. */
  const provider = () => {
    found ??= discover(config).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
  return {
    button: config.oidcButton,
    /** Where to send the browser, and the secret that it must bring back in a cookie of ours. */
    async begin(origin: string, { next = '/', browser }: { next?: string | undefined; browser: Browser }) {
      mustHaveRoom(needs, browser);
      const [state, nonce, codeVerifier] = [newSecret(), newSecret(), client.randomPKCECodeVerifier()];
      const redirectUri = `${origin}/sign-in/oidc/callback`;
      const url = client.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      const now = needs.clock.now();
      const details: Begun = { codeVerifier, nonce, redirectUri, next };
      const expiresAt = new Date(now.getTime() + stepLastsMs);
      await keepStep(needs.pool, { purpose, secret: state, details, expiresAt }, now);
      return { url: url.href, state };
    },
    /** `state` is what this browser began with: nobody is signed in by a link that somebody else began. */
    async end(search: string, state: string | undefined, browser: Browser): Promise<SignedIn & { next: string }> {
      const now = needs.clock.now();
      const begun =
        state === undefined ? undefined : await takeStep<Begun>(needs.pool, { purpose, secret: state, now });
      if (begun === undefined || state === undefined) return refused(needs, browser, 'unknown-state');
      const claims = await exchange(await provider(), { begun, state, search, config }).catch(
        async (error: unknown) => {
          needs.log.warn({ cause: asError(error).message }, 'the identity provider refused or could not be read');
          return refused(needs, browser, 'provider');
        },
      );
      return { ...(await signInAs(needs, claims, browser)), next: begun.next };
    },
  };
}

async function discover({ oidcIssuer, oidcClientId, oidcClientSecret }: Config): Promise<client.Configuration> {
  const issuer = new URL(oidcIssuer);
  const isOnThisMachine = issuer.protocol === 'http:' && isLoopback(issuer.hostname);
  try {
    return await client.discovery(issuer, oidcClientId, oidcClientSecret || undefined, undefined, {
      timeout: 10,
      // oxlint-disable-next-line typescript/no-deprecated -- without TLS on this machine alone
      ...(isOnThisMachine && { execute: [client.allowInsecureRequests] }),
    });
  } catch (cause) {
    throw new SigecError(
      'CONFLICT',
      'The identity provider does not answer; check OIDC_ISSUER, or sign in another way.',
      {
        cause,
      },
    );
  }
}

type Exchange = { begun: Begun; state: string; search: string; config: Config };

async function exchange(provider: client.Configuration, { begun, state, search, config }: Exchange): Promise<Claims> {
  const url = new URL(begun.redirectUri);
  url.search = search;
  const tokens = await client.authorizationCodeGrant(provider, url, {
    pkceCodeVerifier: begun.codeVerifier,
    expectedState: state,
    expectedNonce: begun.nonce,
    idTokenExpected: true,
  });
  const inToken = tokens.claims();
  if (inToken === undefined) throw new Error('The answer holds no id token.');
  // Many providers tell e-mail and groups only at their userinfo endpoint.
  const info = provider.serverMetadata().userinfo_endpoint
    ? await client.fetchUserInfo(provider, tokens.access_token, inToken.sub)
    : {};
  const all: Record<string, unknown> = { ...info, ...inToken };
  const told = all[config.oidcRoleClaim];
  // An e-mail counts as checked by what stands beside it, not by what another answer says of another one.
  const { email, email_verified: isVerified }: Record<string, unknown> = 'email' in inToken ? inToken : info;
  return {
    sub: inToken.sub,
    email: typeof email === 'string' ? email.toLowerCase() : null,
    isVerified: isVerified === true,
    name: typeof all['name'] === 'string' ? all['name'].slice(0, 80) : null,
    roles: (Array.isArray(told) ? told : [told]).filter((each) => typeof each === 'string'),
  };
}

/** Who they are here: somebody known, somebody invited, or somebody whose groups have a role. */
async function signInAs(needs: PeopleNeeds, claims: Claims, browser: Browser): Promise<SignedIn> {
  const { config, pool } = needs;
  if (!isAllowedDomain(config, claims)) return refused(needs, browser, 'domain');
  const mapped = config.oidcPeople === 'mapped' ? grantsFor(config, claims.roles) : [];
  if (config.oidcPeople === 'mapped' && mapped.length === 0) return refused(needs, browser, 'no-role');
  const known = (await readPersonByOidc(pool, config.oidcIssuer, claims.sub)) ?? (await byEmail(needs, claims));
  if (known !== undefined) {
    await keepUp(needs, { person: known, claims, mapped });
    if ((await principalById(needs, known.id)) === undefined) return refused(needs, browser, 'disabled');
    return open(needs, { person: known, browser, way: 'oidc', mark: {} });
  }
  if (claims.isVerified && claims.email !== null && (await readPersonByEmail(pool, claims.email)) !== undefined)
    return refused(needs, browser, 'email-taken');
  const id = await join(needs, claims, mapped);
  if (id === undefined) return refused(needs, browser, 'not-invited');
  return open(needs, { person: { id }, browser, way: 'oidc', mark: {} });
}

/** By an e-mail that the provider has checked, and that others than the person know to be theirs: an unchecked one could be anybody's. */
async function byEmail({ pool }: PeopleNeeds, { email, isVerified }: Claims): Promise<PersonRecord | undefined> {
  const person = email !== null && isVerified ? await readPersonByEmail(pool, email) : undefined;
  return person?.oidcSubject === null && !person.isEmailClaimed ? person : undefined;
}

async function keepUp(
  needs: PeopleNeeds,
  { person, claims, mapped }: { person: PersonRecord; claims: Claims; mapped: readonly Grant[] },
): Promise<void> {
  const key = await readKey(needs.pool, person.id);
  const rights = rightsOf(mapped);
  const isSame =
    mapped.length === 0 || JSON.stringify([key?.role, key?.grants]) === JSON.stringify([rights.role, rights.grants]);
  if (key === undefined || (person.oidcSubject !== null && isSame)) return;
  const at = needs.clock.now();
  const body = { personId: person.id, credential: 'oidc' as const, change: 'set' as const };
  await needs.ledger.commit({
    events: [{ kind: 'credential-changed', stationId: null, happenedAt: at, principal: person.id, body }],
    writes: [
      ...(isSame ? [] : [write(keyProjection, { ...key, ...rights })]),
      write(personProjection, { ...person, oidcIssuer: needs.config.oidcIssuer, oidcSubject: claims.sub }),
    ],
    audit: [
      {
        principal: person.id,
        door: 'console',
        action: 'oidc-person',
        subject: person.id,
        outcome: 'done',
        details: isSame ? {} : { grants: mapped },
      },
    ],
  });
  needs.keys.forget(person.id);
}

/** Makes the person, by an open invitation or by the roles of their groups. */
async function join(needs: PeopleNeeds, claims: Claims, mapped: readonly Grant[]): Promise<string | undefined> {
  const { pool, clock, ledger, config } = needs;
  const now = clock.now();
  const { email, isVerified, sub } = claims;
  const found = email !== null && isVerified ? await readInvitation(pool, { email }) : undefined;
  const invitation =
    found !== undefined && invitationState(found, now) === 'open' && found.personId === null ? found : undefined;
  const grants = mapped.length > 0 ? mapped : (invitation?.grants ?? []);
  if (grants.length === 0) return undefined;
  const id = await freeId(pool);
  const name = claims.name ?? (invitation?.name || email || 'Person');
  const person = newPerson(id, { email: isVerified ? email : null, oidcIssuer: config.oidcIssuer, oidcSubject: sub });
  await ledger.commit({
    events: [
      {
        kind: 'person-added',
        stationId: null,
        happenedAt: now,
        principal: id,
        body: { personId: id, grants: [...grants] },
      },
    ],
    writes: [
      write(keyProjection, keyOfPerson({ id, name, grants, createdBy: invitation?.invitedBy ?? null, now })),
      write(personProjection, person),
      ...(invitation === undefined ? [] : [write(endedInvitations, { id: invitation.id, end: 'used', at: now })]),
    ],
    audit: [
      { principal: id, door: 'console', action: 'oidc-person', subject: id, outcome: 'done', details: { grants } },
    ],
  });
  return id;
}

function isAllowedDomain({ oidcDomains }: Config, { email, isVerified }: Claims): boolean {
  if (oidcDomains.length === 0) return true;
  const domain = email?.split('@').at(-1);
  return isVerified && domain !== undefined && oidcDomains.some((each) => each.toLowerCase() === domain);
}

/** `staff=operator`, or at one site `garage=operator@site`. */
export function grantsFor({ oidcRoles }: Pick<Config, 'oidcRoles'>, told: readonly string[]): Grant[] {
  return oidcRoles.flatMap((line) => {
    const found = /^(.+)=([a-z]+)(?:@([\w.-]+))?$/.exec(line);
    const named = role.safeParse(found?.[2]);
    if (found === null || !named.success || !told.includes(found[1] ?? '')) return [];
    return [{ role: named.data, siteId: found[3] ?? null }];
  });
}

type Refusal = 'unknown-state' | 'provider' | 'not-invited' | 'no-role' | 'domain' | 'disabled' | 'email-taken';

async function refused(needs: PeopleNeeds, browser: Browser, reason: Refusal): Promise<never> {
  needs.attempts.check(browser.address); // not sooner: who is right is never refused for what others did
  await refuse(needs, browser, { principal: anonymous, reason: `oidc-${reason}` });
  if (reason === 'unknown-state' || reason === 'provider') throw problemOf('NOT_SIGNED_IN', sentenceOf('oidc-failed'));
  throw problemOf('NOT_ALLOWED', sentenceOf(reason === 'email-taken' ? 'oidc-email-taken' : 'oidc-unknown'));
}
