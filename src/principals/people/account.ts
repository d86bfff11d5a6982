import { SigecError } from '#base/errors.ts';
import type {
  Account,
  AccountChange,
  RecoveryCodes,
  SignedInBrowser,
  TotpBegun,
  WebAuthnAnswer,
} from '#contract/agents/person.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { type DerivedWrite, write } from '#ledger/ledger-types.ts';
import { seal } from '#ledger/seal.ts';
import type { Actor } from '../actor.ts';
import { type KeyRecord, keyProjection, readKey } from '../key-store.ts';
import { endedSignIns, readSignIns, type SignInRecord, signInOf } from '../sign-in.ts';
import { newPasskeyOf, type Place, registrationOptions } from './passkeys.ts';
import { checkPassword, hashPassword, mustBeGood } from './password.ts';
import { type PeopleNeeds, toldOf } from './people-needs.ts';
import {
  type PersonRecord,
  passkeyProjection,
  personProjection,
  readPasskeys,
  readPerson,
  readPersonByEmail,
  removedPasskeys,
  toPasskey,
  toPerson,
} from './person-store.ts';
import { totpPurpose, totpSecretOf } from './sign-in-person.ts';
import { newRecoveryCodes, newTotp, stepOf } from './totp.ts';

/** Who asks, and by which browser; absent: with a key. */
export type Self = { actor: Actor; cookie: string | undefined };
type Proof = { currentPassword?: string | undefined };

/** How long after signing in nobody is asked for their password again. */
const freshMs = 15 * 60_000;

export async function readAccount(needs: PeopleNeeds, self: Self): Promise<Account> {
  const { pool, clock } = needs;
  const principal = mustBePerson(self);
  const [record, key, passkeys, signIns, own] = await Promise.all([
    readPerson(pool, principal.id),
    readKey(pool, principal.id),
    readPasskeys(pool, principal.id),
    readSignIns(pool, principal.id, clock.now()),
    signInOf(needs, self.cookie),
  ]);
  return {
    principal,
    person: record === undefined || key === undefined ? null : toPerson(record, key, passkeys.length),
    passkeys: passkeys.map(toPasskey),
    recoveryCodes: record?.recoveryHashes.length ?? 0,
    signIns: signIns.map((each) => toBrowser(each, own)),
  };
}

export function toBrowser(record: SignInRecord, own?: SignInRecord): SignedInBrowser {
  const { id, browser, address, way, signedInAt, lastUsedAt, expiresAt } = record;
  return {
    id,
    browser,
    address,
    way,
    isThis: own?.id === id,
    signedInAt: signedInAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  };
}

export async function changeAccount(needs: PeopleNeeds, change: AccountChange, self: Self): Promise<Account> {
  const { person, key } = await mustBeHere(needs, self);
  const { name = key.name, language = person.language } = change;
  const email = change.email?.toLowerCase() ?? person.email;
  if (email !== person.email) {
    await mustBeFresh(needs, { self, person, proof: change });
    if (email !== null && (await readPersonByEmail(needs.pool, email)) !== undefined)
      throw new SigecError('CONFLICT', 'Somebody else signs in with this e-mail.', { details: { field: 'email' } });
  }
  const fields = (['name', 'email', 'language'] as const).filter((field) => change[field] !== undefined);
  await commit(needs, self, {
    kind: 'person-changed',
    body: { personId: person.id, fields },
    writes: [
      write(keyProjection, { ...key, name }),
      write(personProjection, {
        ...person,
        email,
        language,
        isEmailClaimed: person.isEmailClaimed || email !== person.email,
      }),
    ],
  });
  needs.keys.forget(person.id);
  return readAccount(needs, self);
}

/** Whoever else has the old password is signed out with it. */
export async function setPassword(
  needs: PeopleNeeds,
  { password, currentPassword }: { password: string } & Proof,
  self: Self,
): Promise<Account> {
  const { person, key } = await mustBeHere(needs, self);
  await mustBeFresh(needs, { self, person, proof: { currentPassword }, isAlways: person.passwordHash !== null });
  if (person.email === null)
    throw new SigecError('CONFLICT', 'Set your e-mail first: it is the name that the password goes with.');
  mustBeGood(password, [key.name, person.email]);
  const own = await signInOf(needs, self.cookie);
  const changed = { ...person, passwordHash: await hashPassword(password), passwordChangedAt: needs.clock.now() };
  await credentialChanged(needs, self, { credential: 'password', change: 'set' }, [
    write(personProjection, changed),
    write(endedSignIns, { keyId: person.id, except: own?.id ?? 'none' }),
  ]);
  needs.signIns.forgetAll();
  return readAccount(needs, self);
}

const purposeOf = (personId: string) => `passkey of ${personId}`;

export async function passkeyOptions(needs: PeopleNeeds, self: Self, place: Place) {
  const { person, key } = await mustBeHere(needs, self);
  const label = person.email ?? key.name;
  return registrationOptions(needs, place, {
    personId: person.id,
    name: key.name,
    label,
    purpose: purposeOf(person.id),
  });
}

export async function addPasskey(
  needs: PeopleNeeds,
  { passkey, name, ...proof }: { passkey: WebAuthnAnswer; name: string } & Proof,
  { self, place }: { self: Self; place: Place },
): Promise<Account> {
  const { person } = await mustBeHere(needs, self);
  await mustBeFresh(needs, { self, person, proof });
  const made = await newPasskeyOf(needs, place, { answer: passkey, name, purpose: purposeOf(person.id) });
  await credentialChanged(needs, self, { credential: 'passkey', change: 'set' }, [write(passkeyProjection, made)]);
  return readAccount(needs, self);
}

export async function renamePasskey(needs: PeopleNeeds, id: string, { name, self }: { name: string; self: Self }) {
  const passkey = await mustOwnPasskey(needs, id, self);
  await needs.ledger.commit({ writes: [write(passkeyProjection, { ...passkey, name })] });
  return readAccount(needs, self);
}

/** The last way in stays: an administrator would have to make a new one. */
export async function removePasskey(needs: PeopleNeeds, id: string, self: Self): Promise<Account> {
  const passkey = await mustOwnPasskey(needs, id, self);
  const { person } = await mustBeHere(needs, self);
  const others = (await readPasskeys(needs.pool, person.id)).length - 1;
  if (others === 0 && person.passwordHash === null && person.oidcSubject === null && !person.isKey)
    throw new SigecError('CONFLICT', 'This is your only way in; set a password or add another passkey first.');
  await credentialChanged(needs, self, { credential: 'passkey', change: 'removed' }, [
    write(removedPasskeys, { id: passkey.id }),
  ]);
  return readAccount(needs, self);
}

/** A secret that counts once a code of it was given. */
export async function beginTotp(needs: PeopleNeeds, proof: Proof, self: Self): Promise<TotpBegun> {
  const { person, key } = await mustBeHere(needs, self);
  await mustBeFresh(needs, { self, person, proof });
  if (person.totpSince !== null)
    throw new SigecError('CONFLICT', 'A code is asked for already; remove it first to set up another app.');
  const made = newTotp(person.email ?? key.name);
  const totpSealed = seal(needs.installationKey, totpPurpose(person.id), Buffer.from(made.secret));
  await needs.ledger.commit({
    writes: [write(personProjection, { ...person, totpSealed, totpSince: null, totpStep: null })],
  });
  return made;
}

export async function confirmTotp(needs: PeopleNeeds, code: string, self: Self): Promise<RecoveryCodes> {
  const { person } = await mustBeHere(needs, self);
  if (person.totpSealed === null || person.totpSince !== null)
    throw new SigecError('CONFLICT', 'Begin with POST /api/account/totp: no app is being set up.');
  const now = needs.clock.now();
  const secret = totpSecretOf(needs, person.id, person.totpSealed);
  const totpStep = stepOf(secret, code, { now, after: null });
  if (totpStep === undefined)
    throw new SigecError(
      'INVALID_INPUT',
      'This is not the code that the app shows now; check that its clock is right.',
      {
        details: { field: 'code' },
      },
    );
  const { codes, hashes } = newRecoveryCodes();
  await credentialChanged(needs, self, { credential: 'totp', change: 'set' }, [
    write(personProjection, { ...person, totpSince: now, totpStep, recoveryHashes: hashes }),
  ]);
  return { recoveryCodes: codes };
}

export async function removeTotp(needs: PeopleNeeds, proof: Proof, self: Self): Promise<Account> {
  const { person } = await mustBeHere(needs, self);
  await mustBeFresh(needs, { self, person, proof });
  const without = { totpSealed: null, totpSince: null, totpStep: null, recoveryHashes: [] };
  await credentialChanged(needs, self, { credential: 'totp', change: 'removed' }, [
    write(personProjection, { ...person, ...without }),
  ]);
  return readAccount(needs, self);
}

export async function endSignIn(needs: PeopleNeeds, id: string, self: Self): Promise<Account> {
  const { id: keyId } = mustBePerson(self);
  const known = await readSignIns(needs.pool, keyId, needs.clock.now());
  if (!known.some((each) => each.id === id))
    throw new SigecError('NOT_FOUND', 'No browser of yours is signed in under this id; it may have ended.');
  await commit(needs, self, {
    kind: 'sign-ins-ended',
    body: { personId: keyId, isAll: false },
    writes: [write(endedSignIns, { keyId, only: id })],
  });
  needs.signIns.forgetAll();
  return readAccount(needs, self);
}

export async function endOtherSignIns(needs: PeopleNeeds, self: Self): Promise<{ ended: number }> {
  const { id: keyId } = mustBePerson(self);
  const own = await signInOf(needs, self.cookie);
  const others = (await readSignIns(needs.pool, keyId, needs.clock.now())).filter(({ id }) => id !== own?.id);
  await commit(needs, self, {
    kind: 'sign-ins-ended',
    body: { personId: keyId, isAll: true },
    writes: [write(endedSignIns, { keyId, except: own?.id ?? 'none' })],
  });
  needs.signIns.forgetAll();
  return { ended: others.length };
}

type Told = Pick<Parameters<typeof toldOf>[2], 'kind' | 'body'>;

async function commit(needs: PeopleNeeds, { actor }: Self, { writes, ...told }: Told & { writes: DerivedWrite[] }) {
  const { id } = mustBePerson({ actor });
  await needs.ledger.commit({ ...toldOf(actor, needs.clock.now(), { ...told, subject: id }), writes });
}

type Credential = { credential: 'password' | 'passkey' | 'totp'; change: 'set' | 'removed' };

function credentialChanged(needs: PeopleNeeds, self: Self, what: Credential, writes: DerivedWrite[]): Promise<void> {
  const { id: personId } = mustBePerson(self);
  return commit(needs, self, { kind: 'credential-changed', body: { personId, ...what }, writes });
}

function mustBePerson({ actor: { principal } }: Pick<Self, 'actor'>) {
  if (principal === null) throw problemOf('NOT_SIGNED_IN', sentenceOf('needs-key-or-above', { role: 'viewer' }));
  if (principal.kind !== 'person') throw problemOf('NOT_ALLOWED', sentenceOf('not-a-person'));
  return principal;
}

async function mustBeHere({ pool }: PeopleNeeds, self: Self): Promise<{ person: PersonRecord; key: KeyRecord }> {
  const { id } = mustBePerson(self);
  const [person, key] = await Promise.all([readPerson(pool, id), readKey(pool, id)]);
  if (person === undefined || key === undefined) throw problemOf('CONFLICT', sentenceOf('not-a-person'));
  return { person, key };
}

async function mustOwnPasskey(needs: PeopleNeeds, id: string, self: Self) {
  const passkey = (await readPasskeys(needs.pool, mustBePerson(self).id)).find((each) => each.id === id);
  if (passkey !== undefined) return passkey;
  throw new SigecError('NOT_FOUND', 'You have no such passkey; GET /api/account lists them.');
}

function tooManyGuesses(waitMs: number): SigecError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new SigecError(
    'TOO_MANY_REQUESTS',
    `Too many wrong passwords were given here; try again in ${retryAfterSeconds} seconds, or sign in anew.`,
    { details: { retryAfterSeconds } },
  );
}

type Freshness = { self: Self; person: PersonRecord; proof: Proof; isAlways?: boolean };

/** Whoever finds a browser that was left open must not take the person over: the password, or a sign-in of a moment ago. */
async function mustBeFresh(needs: PeopleNeeds, { self, person, proof, isAlways = false }: Freshness): Promise<void> {
  const { passwordHash } = person;
  const { currentPassword } = proof;
  if (currentPassword !== undefined && passwordHash !== null) {
    const name = `account of ${person.id}`; // apart from guesses of strangers, who must not keep the person from this
    if (!needs.guesses.take(name)) throw tooManyGuesses(needs.guesses.waitMs(name));
    if ((await checkPassword(currentPassword, passwordHash)) !== 'wrong') return needs.guesses.refund(name);
    throw new SigecError('INVALID_INPUT', 'This is not your password.', { details: { field: 'currentPassword' } });
  }
  const own = await signInOf(needs, self.cookie);
  const isFresh = own !== undefined && needs.clock.now().getTime() - own.signedInAt.getTime() < freshMs;
  if (isFresh && !isAlways) return;
  throw problemOf('NOT_ALLOWED', sentenceOf('needs-current-password'), { needs: 'currentPassword' });
}
