import type { Config } from '#base/config.ts';
import type { Limiter } from '#base/limiter.ts';
import type { Grant } from '#contract/agents/principal.ts';
import type { Entry } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '../actor.ts';
import { hashOf, type KeyRecord, newSecret } from '../key-store.ts';
import { greatestRole } from '../may.ts';
import type { SignInNeeds } from '../sign-in.ts';

export type PeopleNeeds = SignInNeeds & {
  installationKey: Buffer;
  config: Config;
  /** Wrong passwords and codes per person, from wherever they come. */
  guesses: Limiter;
  /** What strangers begin, by network. */
  beginnings: Limiter;
};

type Facts = NonNullable<Entry['events']>[number];
type Details = Record<string, unknown>;

/** The event and the line of the audit of what somebody did about people. */
export function toldOf(
  actor: Actor,
  at: Date,
  { subject, details = {}, ...fact }: Pick<Facts, 'kind' | 'body'> & { subject: string; details?: Details },
): Required<Pick<Entry, 'events' | 'audit'>> {
  const principal = actorName(actor);
  return {
    events: [{ ...fact, stationId: null, happenedAt: at, principal } as Facts],
    audit: [{ principal, door: actor.door, action: fact.kind, subject, outcome: 'done', details }],
  };
}

/** What a person may do, as the key of the same id; nobody knows its text, so it lets nobody in. */
export function keyOfPerson(made: {
  id: string;
  name: string;
  grants: readonly Grant[];
  createdBy: string | null;
  now: Date;
}): KeyRecord {
  const { id, name, createdBy, now } = made;
  return {
    id,
    name,
    kind: 'person',
    scopes: [],
    approvesByElicitation: false,
    secretHash: hashOf(newSecret()),
    ...rightsOf(made.grants),
    createdAt: now,
    createdBy,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    actsFor: null,
  };
}

/** One role for the whole installation is written as such; anything else as grants. */
export function rightsOf(grants: readonly Grant[]): Pick<KeyRecord, 'role' | 'grants'> {
  const [first] = grants;
  const role = greatestRole(grants);
  return grants.length === 1 && first?.siteId === null ? { role, grants: [] } : { role, grants: [...grants] };
}
