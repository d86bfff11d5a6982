import { randomUUID } from 'node:crypto';
import { SigecError } from '#base/errors.ts';
import type { AcceptInvitation, Invitation, Invited, MadeInvitation, NewInvitation } from '#contract/agents/person.ts';
import type { Grant } from '#contract/agents/principal.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { isOvertaken, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '../actor.ts';
import { freeId } from '../create-key.ts';
import { hashOf, keyProjection, newSecret, principalOf, readKey } from '../key-store.ts';
import { areGrantsWithin } from '../may.ts';
import { personalScope } from '../personal-data.ts';
import { type Browser, endedSignIns, openSignIn, refuse, type SignedIn } from '../sign-in.ts';
import {
  endedInvitations,
  type InvitationRecord,
  invitationState,
  invitations,
  readInvitation,
  readInvitations,
  toInvitation,
} from './invitation-store.ts';
import { newPasskeyOf, type Place, registrationOptions } from './passkeys.ts';
import { hashPassword, mustBeGood } from './password.ts';
import { keyOfPerson, type PeopleNeeds, toldOf } from './people-needs.ts';
import {
  grantsOfKey,
  newPerson,
  passkeyProjection,
  personProjection,
  readPerson,
  readPersonByEmail,
} from './person-store.ts';

const lastsMs = 7 * 86_400_000;
const browserItself: Actor = { principal: null, door: 'console' };

export async function invite(needs: PeopleNeeds, wanted: NewInvitation, actor: Actor): Promise<MadeInvitation> {
  const email = wanted.email.toLowerCase();
  mustGrantOwn(wanted.grants, actor);
  if ((await readPersonByEmail(needs.pool, email)) !== undefined)
    throw new SigecError(
      'CONFLICT',
      'Somebody with this e-mail is here already; change their roles, or make them a new link.',
    );
  return make(needs, { email, name: wanted.name ?? '', grants: wanted.grants, personId: null }, actor);
}

/** A new way in for somebody who is here and lost theirs. */
export async function linkFor(needs: PeopleNeeds, personId: string, actor: Actor): Promise<MadeInvitation> {
  const [person, key] = await Promise.all([readPerson(needs.pool, personId), readKey(needs.pool, personId)]);
  if (person === undefined || key === undefined) throw noPerson(personId);
  if (key.revokedAt !== null) throw new SigecError('CONFLICT', 'This person is disabled; enable them first.');
  if (person.email === null)
    throw new SigecError('CONFLICT', 'This person has no e-mail yet; they set one in their account.');
  mustGrantOwn(grantsOfKey(key), actor); // whoever has the link is that person
  return make(needs, { email: person.email, name: key.name, grants: grantsOfKey(key), personId }, actor);
}

export function noPerson(id: string): SigecError {
  return new SigecError('NOT_FOUND', `There is no person ${id}; GET /api/people lists them.`);
}

/** Nobody gives what they have not. A person approves what agents propose, and is limited by no scope: neither is a key's to give that may not or is. */
export function mustGrantOwn(grants: readonly Grant[], { principal }: Actor): void {
  if (principal === null) return;
  const isUnlimited = principal.scopes.every((scope) => scope === personalScope);
  if (principal.kind !== 'person' || !isUnlimited)
    throw problemOf('NOT_ALLOWED', sentenceOf('only-people-let-in', { keyId: principal.id }));
  if (!areGrantsWithin(grants, principal)) throw problemOf('NOT_ALLOWED', sentenceOf('grants-beyond-own'));
}

async function make(
  { pool, ledger, clock, config }: PeopleNeeds,
  wanted: Pick<InvitationRecord, 'email' | 'name' | 'grants' | 'personId'>,
  actor: Actor,
): Promise<MadeInvitation> {
  const now = clock.now();
  const code = newSecret();
  const record: InvitationRecord = {
    id: randomUUID(),
    hash: hashOf(code),
    ...wanted,
    invitedBy: actorName(actor),
    invitedAt: now,
    expiresAt: new Date(now.getTime() + lastsMs),
    usedAt: null,
    revokedAt: null,
  };
  const earlier = await readInvitation(pool, { email: wanted.email });
  const isOpen = earlier !== undefined && invitationState(earlier, now) === 'open';
  const { id: invitationId, grants, expiresAt } = record;
  const told = toldOf(actor, now, {
    kind: 'person-invited',
    body: { invitationId, grants, expiresAt },
    subject: invitationId,
    details: { grants, ...(wanted.personId !== null && { personId: wanted.personId }) },
  });
  await ledger.commit({
    ...told,
    // A new link takes the place of the one before.
    writes: [
      ...(isOpen ? [write(endedInvitations, { id: earlier.id, end: 'revoked', at: now })] : []),
      write(invitations, record),
    ],
  });
  // The code stands behind #, so that it enters no log of a proxy.
  return { invitation: toInvitation(record, now), link: `${config.publicUrl}/invitation#${code}` };
}

export async function listInvitations({ pool, clock }: PeopleNeeds): Promise<Invitation[]> {
  return (await readInvitations(pool)).map((each) => toInvitation(each, clock.now()));
}

export async function revokeInvitation(needs: PeopleNeeds, id: string, actor: Actor): Promise<Invitation> {
  const { pool, ledger, clock } = needs;
  const known = await readInvitation(pool, { id });
  if (known === undefined)
    throw new SigecError('NOT_FOUND', `There is no invitation ${id}; GET /api/invitations lists them.`);
  const now = clock.now();
  const state = invitationState(known, now);
  if (state === 'used') throw new SigecError('CONFLICT', 'This invitation was used; disable the person instead.');
  if (state !== 'open') return toInvitation(known, now);
  const told = toldOf(actor, now, { kind: 'invitation-revoked', body: { invitationId: id }, subject: id });
  await ledger.commit({ ...told, writes: [write(endedInvitations, { id, end: 'revoked', at: now })] });
  return toInvitation({ ...known, revokedAt: now }, now);
}

export async function lookAtInvitation(needs: PeopleNeeds, code: string, browser: Browser): Promise<Invited> {
  const { email, name, grants, personId, expiresAt } = await openInvitation(needs, code, browser);
  return { email, name, grants, isHere: personId !== null, expiresAt: expiresAt.toISOString() };
}

export async function invitationOptions(needs: PeopleNeeds, code: string, { browser, place }: Here) {
  const invitation = await openInvitation(needs, code, browser);
  const { email, name } = invitation;
  const personId = invitation.personId ?? (await freeId(needs.pool));
  return registrationOptions(needs, place, {
    personId,
    name: name || email,
    label: email,
    purpose: purposeOf(invitation),
  });
}

function purposeOf({ id }: InvitationRecord): string {
  return `passkey for invitation ${id}`;
}

type Here = { browser: Browser; place: Place };

/** Makes the person, or gives one who is here their way in again, and signs the browser in. */
export async function acceptInvitation(needs: PeopleNeeds, wanted: AcceptInvitation, here: Here): Promise<SignedIn> {
  const { pool, ledger, clock } = needs;
  const { name, password } = wanted;
  const invitation = await openInvitation(needs, wanted.code, here.browser);
  if (password === undefined && wanted.passkey === undefined)
    throw new SigecError('INVALID_INPUT', 'Choose a password or a passkey, or both.', {
      details: { field: 'password' },
    });
  if (password !== undefined) mustBeGood(password, [name, invitation.email]);
  const passkey =
    wanted.passkey &&
    (await newPasskeyOf(needs, here.place, {
      answer: wanted.passkey,
      name: wanted.passkeyName ?? 'Passkey',
      purpose: purposeOf(invitation),
    }));
  const now = clock.now();
  const id = invitation.personId ?? passkey?.personId ?? (await freeId(pool));
  const { invitedBy, grants, email } = invitation;
  const known = invitation.personId === null ? undefined : await readKey(pool, id);
  const key = known ?? keyOfPerson({ id, name, grants, createdBy: invitedBy, now });
  const before = invitation.personId === null ? newPerson(id) : ((await readPerson(pool, id)) ?? newPerson(id));
  const person = {
    ...before,
    email,
    isEmailClaimed: false,
    language: wanted.language ?? before.language,
    signedInAt: now,
    totpSealed: null,
    totpSince: null,
    totpStep: null,
    recoveryHashes: [],
    ...(password !== undefined && { passwordHash: await hashPassword(password), passwordChangedAt: now }),
  };
  const principal = principalOf(key);
  const { cookie, id: signInId, entry } = openSignIn(principal, { now, browser: here.browser, way: 'invitation' });
  const fact = { stationId: null, happenedAt: now, principal: id };
  try {
    await ledger.commit({
      events: [
        ...(known === undefined ? [{ ...fact, kind: 'person-added' as const, body: { personId: id, grants } }] : []),
        ...(['password', 'passkey'] as const)
          .filter((credential) => (credential === 'password' ? password : passkey) !== undefined)
          .map((credential) => ({
            ...fact,
            kind: 'credential-changed' as const,
            body: { personId: id, credential, change: 'set' as const },
          })),
        { ...fact, kind: 'person-signed-in', body: { personId: id, way: 'invitation' } },
      ],
      writes: [
        ...(known === undefined ? [write(keyProjection, key)] : []),
        write(personProjection, person),
        ...(passkey === undefined ? [] : [write(passkeyProjection, { ...passkey, personId: id })]),
        write(endedInvitations, { id: invitation.id, end: 'used', at: now }),
        ...entry.writes,
        // Whoever is given a new way in may have lost the old one to somebody, who is signed out by it.
        ...(known === undefined ? [] : [write(endedSignIns, { keyId: id, except: signInId })]),
      ],
      audit: [
        {
          principal: id,
          door: 'console',
          action: 'accept-invitation',
          subject: invitation.id,
          outcome: 'done',
          details: { personId: id, hasPassword: password !== undefined, hasPasskey: passkey !== undefined },
        },
        ...entry.audit,
      ],
    });
  } catch (error) {
    if (isOvertaken(error)) throw overInvitation();
    throw error;
  }
  needs.keys.forget(id);
  needs.signIns.forgetAll();
  return { cookie, principal };
}

/** Whoever guesses codes is counted like whoever guesses keys; a right one is never refused for what others guessed. */
async function openInvitation(needs: PeopleNeeds, code: string, browser: Browser): Promise<InvitationRecord> {
  const known = await readInvitation(needs.pool, { hash: hashOf(code) });
  if (known === undefined) {
    needs.attempts.check(browser.address);
    await refuse(needs, browser, { principal: actorName(browserItself), reason: 'unknown-invitation' });
    throw overInvitation();
  }
  if (invitationState(known, needs.clock.now()) !== 'open') throw overInvitation();
  return known;
}

function overInvitation(): SigecError {
  return problemOf('NOT_FOUND', sentenceOf('invitation-over'));
}
