import { randomUUID } from 'node:crypto';
import { SigecError } from '#base/errors.ts';
import { networkOf } from '#base/hosts.ts';
import type { PasswordSignIn, SignedInBrowser, WebAuthnAnswer } from '#contract/agents/person.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { isOvertaken, write } from '#ledger/ledger-types.ts';
import { unseal } from '#ledger/seal.ts';
import { actorName } from '../actor.ts';
import { principalById } from '../authenticate.ts';
import { type Browser, openSignIn, readSignIns, refuse, type SignedIn } from '../sign-in.ts';
import { type Place, usedPasskey } from './passkeys.ts';
import { checkPassword, hashPassword } from './password.ts';
import type { PeopleNeeds } from './people-needs.ts';
import {
  type PersonRecord,
  passkeyProjection,
  readPerson,
  readPersonByEmail,
  type SignInMark,
  signInMarks,
} from './person-store.ts';
import { recoveryHash, stepOf } from './totp.ts';

const anonymous = actorName({ principal: null, door: 'console' });

/** Of nobody's password: who is unknown waits as long as who is known. */
const nobodysHash = hashPassword('nobody has this password');

/** Wrong guesses at one person: so many at once, then one in half a minute, from wherever they come. */
export const guessBudget = { perSecond: 1 / 30, burst: 20 };

export function signInWithPassword(needs: PeopleNeeds, given: PasswordSignIn, browser: Browser): Promise<SignedIn> {
  return needs.attempts.during(browser.address, () => tryPassword(needs, given, browser));
}

async function tryPassword(needs: PeopleNeeds, given: PasswordSignIn, browser: Browser): Promise<SignedIn> {
  const { email, password, code } = given;
  const person = await readPersonByEmail(needs.pool, email);
  const refund = await mustNotBeGuessing(needs, { email, person, browser });
  const verdict = await checkPassword(password, person?.passwordHash ?? (await nobodysHash));
  const isRight = person !== undefined && person.passwordHash !== null && verdict !== 'wrong';
  const principal = isRight ? await principalById(needs, person.id) : undefined;
  if (!isRight || principal === undefined) {
    await refuse(needs, browser, { principal: person?.id ?? anonymous, reason: 'wrong-password' });
    throw problemOf('NOT_SIGNED_IN', sentenceOf('wrong-password'));
  }
  const second = await secondFactor(needs, { person, code, browser });
  refund();
  const rehashed = verdict === 'right-but-old' ? { passwordHash: await hashPassword(password) } : {};
  return open(needs, { person, browser, way: 'password', mark: { ...second, ...rehashed } });
}

/** The code that was given is used up by the entry of the sign-in. */
async function secondFactor(
  needs: PeopleNeeds,
  { person, code, browser }: { person: PersonRecord; code: string | undefined; browser: Browser },
): Promise<Pick<SignInMark, 'totpStep' | 'recoveryHash'>> {
  if (person.totpSince === null || person.totpSealed === null) return {};
  if (code === undefined) throw problemOf('NOT_SIGNED_IN', sentenceOf('needs-code'), { needs: 'code' });
  const secret = totpSecretOf(needs, person.id, person.totpSealed);
  const totpStep = stepOf(secret, code, { now: needs.clock.now(), after: person.totpStep });
  if (totpStep !== undefined) return { totpStep };
  const hash = recoveryHash(code);
  if (person.recoveryHashes.some((known) => known.equals(hash))) return { recoveryHash: hash };
  return wrongCode(needs, { person, browser });
}

async function wrongCode(
  needs: PeopleNeeds,
  { person, browser }: { person: PersonRecord; browser: Browser },
): Promise<never> {
  await refuse(needs, browser, { principal: person.id, reason: 'wrong-code' });
  throw problemOf('NOT_SIGNED_IN', sentenceOf('wrong-code'), { needs: 'code' });
}

export function totpSecretOf(
  { installationKey }: Pick<PeopleNeeds, 'installationKey'>,
  id: string,
  sealed: Buffer,
): string {
  return unseal(installationKey, totpPurpose(id), sealed).toString();
}

export function totpPurpose(personId: string): string {
  return `totp ${personId}`;
}

export async function signInWithPasskey(
  needs: PeopleNeeds,
  { passkey: answer }: { passkey: WebAuthnAnswer },
  { browser, place }: { browser: Browser; place: Place },
): Promise<SignedIn> {
  // Looked at first: a right one is never refused for what others at the same address got wrong.
  const passkey = await usedPasskey(needs, place, answer);
  const person = passkey && (await readPerson(needs.pool, passkey.personId));
  const principal = person && (await principalById(needs, person.id));
  if (passkey === undefined || person === undefined || principal === undefined) {
    needs.attempts.check(browser.address);
    await refuse(needs, browser, { principal: person?.id ?? anonymous, reason: 'wrong-passkey' });
    throw problemOf('NOT_SIGNED_IN', sentenceOf('wrong-passkey'));
  }
  return open(needs, { person, browser, way: 'passkey', mark: {}, writes: [write(passkeyProjection, passkey)] });
}

type Opening = {
  person: Pick<PersonRecord, 'id'>;
  browser: Browser;
  way: SignedInBrowser['way'];
  mark: Omit<SignInMark, 'id' | 'at' | 'signIn'>;
  writes?: ReturnType<typeof write>[];
};

/** The sign-in with its fact; what was used for it is used up in the same commit. */
export async function open(
  needs: PeopleNeeds,
  { person, browser, way, mark, writes = [] }: Opening,
): Promise<SignedIn> {
  const now = needs.clock.now();
  const { id } = person;
  const { cookie, entry } = openSignIn({ id }, { now, browser, way });
  try {
    await needs.ledger.commit({
      events: [
        { kind: 'person-signed-in', stationId: null, happenedAt: now, principal: id, body: { personId: id, way } },
        ...(mark.recoveryHash === undefined
          ? []
          : [
              {
                kind: 'credential-changed' as const,
                stationId: null,
                happenedAt: now,
                principal: id,
                body: { personId: id, credential: 'totp' as const, change: 'used-recovery-code' as const },
              },
            ]),
      ],
      writes: [write(signInMarks, { id, at: now, signIn: randomUUID(), ...mark }), ...writes, ...entry.writes],
      audit: entry.audit,
    });
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    throw problemOf('NOT_SIGNED_IN', sentenceOf('wrong-code'), { needs: 'code' }); // somebody else used it in this moment
  }
  const principal = await principalById(needs, id);
  if (principal === undefined) throw problemOf('NOT_SIGNED_IN', sentenceOf('wrong-password'));
  return { cookie, principal };
}

/**
 * Takes one guess at a person before it is compared, and returns how to give it back once it was right. Many wrong guesses at one person make strangers wait, and nobody else: where the person signed in from lately they are still let in, and by
 * a passkey everywhere. An e-mail that nobody has is answered the same.
 */
async function mustNotBeGuessing(
  { guesses, pool, clock }: PeopleNeeds,
  { email, person, browser }: { email: string; person: PersonRecord | undefined; browser: Browser },
): Promise<() => void> {
  const name = guessName(email);
  if (guesses.take(name)) return () => guesses.refund(name);
  const waitMs = guesses.waitMs(name);
  const known = person === undefined ? [] : await readSignIns(pool, person.id, clock.now());
  const network = networkOf(browser.address);
  if (known.some(({ address }) => address !== null && networkOf(address) === network)) return () => undefined;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  throw new SigecError(
    'TOO_MANY_REQUESTS',
    `Too many wrong passwords were tried for this e-mail; sign in with a passkey, or try again in ${retryAfterSeconds} seconds.`,
    { details: { retryAfterSeconds } },
  );
}

function guessName(email: string): string {
  return email.toLowerCase();
}
