import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { withoutBrackets } from '#base/hosts.ts';
import type { Limiter } from '#base/limiter.ts';
import type { WebAuthnAnswer } from '#contract/agents/person.ts';
import type { Browser } from '../sign-in.ts';
import { type PasskeyRecord, readPasskey, readPasskeys } from './person-store.ts';
import { keepStep, mustHaveRoom, takeStep } from './sign-in-steps.ts';

type Needs = { pool: Pool; clock: Clock };

/** Where a browser believes itself to be: a passkey made at one place works at no other. */
export type Place = { rpId: string; origin: string };

const stepLastsMs = 5 * 60_000;

/** By PUBLIC_URL, or by the host that the browser called, which was found to be ours before. */
export function placeOf({ publicUrl }: Pick<Config, 'publicUrl'>, request: { host: string; protocol: string }): Place {
  const url = new URL(publicUrl === '' ? `${request.protocol}://${request.host}` : publicUrl);
  return { rpId: url.hostname, origin: url.origin };
}

/** Browsers make passkeys for names alone. */
export function hasPasskeys({ rpId }: Place): boolean {
  return isIP(withoutBrackets(rpId)) === 0;
}

type Holder = { personId: string; name: string; label: string };

/** What the browser is asked for a new passkey; `purpose` keeps the answer from being used for anything else. */
export async function registrationOptions(
  { pool, clock }: Needs,
  place: Place,
  { personId, name, label, purpose }: Holder & { purpose: string },
) {
  mustHavePasskeys(place);
  const known = await readPasskeys(pool, personId);
  const options = await generateRegistrationOptions({
    rpName: 'SIGEC-VE',
    rpID: place.rpId,
    userID: new TextEncoder().encode(personId),
    userName: label,
    userDisplayName: name,
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + stepLastsMs);
  await keepStep(pool, { purpose, secret: options.challenge, details: { personId }, expiresAt }, now);
  return { options: { ...options } };
}

/** The passkey that was made, for the person it was asked for. Throws INVALID_INPUT where the answer is none to what was asked. */
export async function newPasskeyOf(
  { pool, clock }: Needs,
  place: Place,
  { answer, name, purpose }: { answer: WebAuthnAnswer; name: string; purpose: string },
): Promise<PasskeyRecord> {
  let personId: string | undefined;
  const isOurs = async (secret: string) => {
    personId = (await takeStep<{ personId: string }>(pool, { purpose, secret, now: clock.now() }))?.personId;
    return personId !== undefined;
  };
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response: answer as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: isOurs,
    expectedOrigin: place.origin,
    expectedRPID: place.rpId,
  }).catch((cause: unknown) => {
    throw strange(cause);
  });
  if (made === undefined || personId === undefined) throw strange();
  const { id, publicKey, counter, transports = [] } = made.credential;
  if ((await readPasskey(pool, id)) !== undefined)
    throw new SigecError('CONFLICT', 'This passkey is known already; sign in with it.');
  return {
    id,
    personId,
    name,
    publicKey: Buffer.from(publicKey),
    counter,
    transports,
    createdAt: clock.now(),
    lastUsedAt: null,
  };
}

const signInPurpose = 'passkey sign-in';

/** For any passkey of this place: who it is, the passkey tells. */
export async function signInOptions(
  { pool, clock, beginnings }: Needs & { beginnings: Limiter },
  { place, browser }: { place: Place; browser: Browser },
) {
  mustHavePasskeys(place);
  mustHaveRoom({ beginnings }, browser);
  const options = await generateAuthenticationOptions({ rpID: place.rpId, userVerification: 'required' });
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + stepLastsMs);
  await keepStep(pool, { purpose: signInPurpose, secret: options.challenge, details: {}, expiresAt }, now);
  return { options: { ...options } };
}

/** The passkey with its new counter; undefined: it is unknown here, or what it answered is not to our challenge. */
export async function usedPasskey(
  { pool, clock }: Needs,
  place: Place,
  answer: WebAuthnAnswer,
): Promise<PasskeyRecord | undefined> {
  const known = await readPasskey(pool, answer.id);
  const isOurs = async (secret: string) =>
    (await takeStep(pool, { purpose: signInPurpose, secret, now: clock.now() })) !== undefined;
  if (known === undefined) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: isOurs,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      credential: { id: known.id, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
    });
    return verified ? { ...known, counter: authenticationInfo.newCounter, lastUsedAt: clock.now() } : undefined;
  } catch {
    return undefined; // whatever was wrong with it, its sender learns no more than that
  }
}

function mustHavePasskeys(place: Place): void {
  if (hasPasskeys(place)) return;
  throw new SigecError(
    'INVALID_INPUT',
    'Browsers make passkeys for names, and this address is a number; open the console as localhost, or set PUBLIC_URL.',
  );
}

function strange(cause?: unknown): SigecError {
  return new SigecError('INVALID_INPUT', 'The passkey did not answer what was asked, or too late; try again.', {
    ...(cause !== undefined && { cause }),
    details: { field: 'passkey' },
  });
}
