import { expect, test } from 'vitest';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { Need } from '#principals/may.ts';
import { orderCapability } from './capabilities.ts';
import { agentIn, agentOf, type IdentifyNeeds, identify } from './identify.ts';
import type { PlatformProfile } from './platform-profile.ts';
import { UcpError } from './ucp-error.ts';

const profileUrl = 'https://platform.example/profile';
const version = '2026-04-08';
const ana = { id: 'ana00000', name: 'Ana', kind: 'person', role: 'operator', scopes: [] } as const;

type World = {
  mustSignIn?: boolean;
  isAllowed?: boolean;
  profile?: Partial<PlatformProfile>;
  headers?: Record<string, string>;
  isWrite?: boolean;
  asked?: string;
  personId?: string;
};

/** A shop that knows the key `key` of Ana, and the token `token` of a platform that she let in. */
function ask(world: World = {}) {
  const { mustSignIn = false, isAllowed = true, profile = {}, headers = {}, isWrite = false, asked } = world;
  const wanted: Need[] = [];
  const needs = {
    platforms: {
      profile: () => Promise.resolve({ version, capabilities: [], signingKeys: [], ...profile }),
    },
    principals: {
      mustSignIn,
      oauth: { isToken: (secret: string) => secret.includes('token') },
      authenticate: (secret: string) => Promise.resolve(secret === 'key' ? ana : undefined),
      authenticateToken: (secret: string, { address }: { address: string }) =>
        Promise.resolve(
          secret === 'token' && address === 'https://shop.example'
            ? { principal: ana, personId: world.personId }
            : undefined,
        ),
      may: (_principal: unknown, need: Need) => {
        wanted.push(need);
        return isAllowed
          ? { isAllowed: true }
          : { isAllowed: false, code: 'NOT_ALLOWED', sentence: sentenceOf('no-such-thing') };
      },
    },
    show: { baseUrl: 'https://shop.example' },
    clock: { now: () => new Date(0) },
  } as unknown as IdentifyNeeds;
  const request = { method: 'GET', host: 'shop.example', path: '/', query: '', headers, body: Buffer.alloc(0) };
  return { wanted, platform: identify(needs, request, { agent: { profileUrl, version: asked }, isWrite }) };
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const refusal = async (world: World) =>
  ask(world).platform.then(
    () => 'let in',
    (error: unknown) => (error instanceof UcpError ? `${error.status} ${error.code}` : String(error)),
  );

test('whoever shows nothing is the platform alone, where nobody has to sign in', async () => {
  const { platform, wanted } = ask();
  expect(await platform).toMatchObject({
    profileUrl,
    version,
    owner: `ucp:${profileUrl}`,
    actor: { principal: null, door: 'rest' },
    webhookUrl: null,
  });
  expect(wanted).toEqual([]);
  expect(await refusal({ mustSignIn: true })).toBe('401 signature_missing');
});

test('a key of ours stands for its holder, beside the platform', async () => {
  const { platform, wanted } = ask({ headers: bearer('key'), mustSignIn: true });
  expect(await platform).toMatchObject({ owner: `ucp:${profileUrl}#ana00000`, actor: { principal: ana } });
  expect(wanted).toEqual([{ access: 'read', scope: 'books:read' }]);
});

test('a key that is wrong, or in another form, is refused even where none is needed', async () => {
  expect(await refusal({ headers: bearer('wrong') })).toBe('401 unauthorized');
  expect(await refusal({ headers: { authorization: 'Basic a2V5' } })).toBe('401 unauthorized');
});

test('what is bought with a key a person approves; with the token of a buyer it is theirs at once', async () => {
  const key = ask({ headers: bearer('key'), isWrite: true });
  await key.platform;
  expect(key.wanted).toEqual([{ access: 'operate', scope: 'books:operate', isDirectChange: true }]);
  const token = ask({ headers: bearer('token'), isWrite: true, personId: 'bia00000' });
  expect((await token.platform).owner).toBe('person:bia00000');
  expect(token.wanted).toEqual([{ access: 'operate', scope: 'books:operate', isDirectChange: false }]);
  expect((await ask({ headers: bearer('token') }).platform).owner).toBe('person:ana00000');
});

test('a token for another address or of nobody opens nothing', async () => {
  expect(await refusal({ headers: bearer('token-of-another') })).toBe('401 identity_required');
});

test('what the role does not allow is refused, and of a token it is told that its scope is too small', async () => {
  expect(await refusal({ headers: bearer('key'), isAllowed: false })).toBe('403 forbidden');
  expect(await refusal({ headers: bearer('token'), isAllowed: false })).toBe('403 insufficient_scope');
});

test('a signature that is there has to be right, whoever else is named', async () => {
  expect(await refusal({ headers: { signature: 'x' } })).toBe('401 signature_missing');
  expect(await refusal({ headers: { ...bearer('key'), 'signature-input': 'x' } })).toBe('401 signature_missing');
});

test('the revision that the request names counts before that of the profile', async () => {
  expect((await ask({ asked: '2026-01-11' }).platform).version).toBe('2026-01-11');
  expect(await refusal({ asked: '1999-01-01' })).toBe('422 version_unsupported');
  expect(await refusal({ profile: { version: '1999-01-01' } })).toBe('422 version_unsupported');
});

test('an address for news of orders is taken where it is one', async () => {
  const hears = async (url: unknown) => {
    const capabilities = [{ name: orderCapability, versions: [version], config: { webhook_url: url } }];
    return (await ask({ profile: { capabilities } }).platform).webhookUrl;
  };
  const long = (length: number) => `https://p.example/${'x'.repeat(length - 'https://p.example/'.length)}`;
  expect(await hears('https://p.example/hook')).toBe('https://p.example/hook');
  expect(await hears(long(2_000))).not.toBeNull();
  expect([await hears(long(2_001)), await hears('nowhere'), await hears(7)]).toEqual([null, null, null]);
});

test('an agent names its profile, and perhaps a revision', () => {
  expect(agentIn('profile="https://a.example/p"; version="2026-01-11"')).toEqual({
    profileUrl: 'https://a.example/p',
    version: '2026-01-11',
  });
  expect(agentIn('profile="https://a.example/p"').version).toBeUndefined();
  expect(agentOf('x'.repeat(2_000), 7)).toEqual({ profileUrl: 'x'.repeat(2_000), version: undefined });
});

test.each([undefined, '', 'x'.repeat(2_001), 'https://a.example/#x', 7])('%s is no profile', (given) => {
  expect(() => agentOf(given)).toThrow('Name your profile');
});

test('a header without a profile, or with a name that only ends like it, is none', () => {
  expect(() => agentIn(undefined)).toThrow('Name your profile');
  expect(() => agentIn('myprofile="https://a.example/p"')).toThrow('Name your profile');
});
