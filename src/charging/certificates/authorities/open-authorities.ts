import type { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { singleFlight } from '#base/every.ts';
import { type AuthorityImport, type AuthorityRole, authorityRole } from '#contract/stations/certificates.ts';
import { type Entry, type Ledger, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { type Actor, actorName, system } from '#principals/actor.ts';
import { auditOf } from '../../change-entry.ts';
import { plainSerial } from '../../plain-serial.ts';
import { type CertificateId, isIssuedBy } from '../certificate-hash.ts';
import { authorityProfiles } from '../certificate-profiles.ts';
import { issuedCertificates } from '../certificate-projections.ts';
import type { CertificateAddresses } from '../issuing/certificate-extensions.ts';
import { pemOf, subjectOf } from '../pem.ts';
import type { Authority } from './authority.ts';
import { authorities, readAuthorities, sealKey } from './authority-store.ts';
import { checkAuthority } from './check-authority.ts';
import { type MadeAuthority, makeAuthority } from './make-authority.ts';

export type AuthorityNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  installationKey: Buffer;
  addresses: CertificateAddresses | undefined;
};

export type Authorities = ReturnType<typeof openAuthorities>;

/** How late an authority that another node made or imported is noticed. */
const noticedMs = 10_000;

/** The authorities of this installation. Those that nobody brought are made when one is first needed, all together. */
export function openAuthorities(needs: AuthorityNeeds) {
  const { pool, clock, installationKey } = needs;
  const known = new Cache({ read: () => readAuthorities(pool, installationKey), clock, lastsMs: noticedMs });
  const makeMissing = singleFlight(async () => {
    const active = signing(await readAuthorities(pool, installationKey));
    const missing = authorityRole.options.filter((role) => !active.has(role));
    await addAll(needs, { roles: missing, active, actor: system });
    known.forgetAll();
  });

  /** The one that signs for this role now. */
  async function of(role: AuthorityRole): Promise<Authority> {
    const found = signing(await known.get()).get(role);
    if (found !== undefined) return found;
    try {
      await makeMissing();
    } catch (error) {
      known.forgetAll(); // another node may have been faster
      if (!signing(await known.get()).has(role)) throw error;
    }
    const made = signing(await known.get()).get(role);
    if (made === undefined) throw new Error(`The authority ${role} was written and is not there.`);
    return made;
  }

  async function replace(role: AuthorityRole, actor: Actor, brought?: Added['brought']): Promise<Authority> {
    await of(role);
    const active = signing(await known.get());
    // What the operator brought for a role below stands under a root of its own.
    const isBelow = (each: AuthorityRole) =>
      authorityProfiles[each].parent === role && active.get(each)?.origin === 'made';
    const roles = authorityRole.options.filter((each) => each === role || isBelow(each));
    await addAll(needs, { roles, active, actor, isReplacing: true, ...(brought && { brought }) });
    known.forgetAll();
    return of(role);
  }

  return {
    of,
    /** All that there are, retired ones too; none is made. */
    all: () => known.get(),
    /** Which of ours issued a certificate, by its hash. */
    issuerOf: async (hash: CertificateId) => (await known.get()).find((authority) => isIssuedBy(authority, hash)),
    /** The operator's own takes the place of the one that signs now. Under a root of theirs what stands below it is made anew. */
    async import(role: AuthorityRole, given: AuthorityImport, actor: Actor): Promise<Authority> {
      const authority = await checkAuthority(role, given, clock.now());
      return replace(role, actor, { role, authority });
    },
    /** A new key for a role, such as before its certificate expires; what stands below a root is made anew too. */
    renew: (role: AuthorityRole, actor: Actor) => replace(role, actor),
  };
}

type Active = Map<string, Pick<Authority, 'id' | 'certificate' | 'chain' | 'privateKey'>>;

function signing(all: readonly Authority[]): Map<string, Authority> {
  return new Map(all.filter(({ retiredAt }) => retiredAt === null).map((authority) => [authority.role, authority]));
}

type Added = {
  roles: readonly AuthorityRole[];
  /** Who signs for those below them; the new ones are put in. */
  active: Active;
  actor: Actor;
  isReplacing?: boolean;
  brought?: { role: AuthorityRole; authority: MadeAuthority };
};

/** Adds these in one commit, those above before those below them: either all of them stand or none. */
async function addAll(needs: AuthorityNeeds, added: Added): Promise<void> {
  const { roles, active, actor, isReplacing = false, brought } = added;
  const now = needs.clock.now();
  const entries: Entry[] = [];
  for (const role of roles) {
    const id = uuidv7(now);
    const imported = brought?.role === role ? brought.authority : undefined;
    const parent = imported === undefined ? parentOf(role, active) : null;
    const made = imported ?? (await makeAuthority(role, { parent, now, addresses: needs.addresses }));
    active.set(role, { id, ...made });
    const origin = imported === undefined ? 'made' : 'imported';
    entries.push(entryOf(needs, { id, role, origin, made, parentId: parent?.id ?? null, actor, isReplacing }));
  }
  await needs.ledger.commit({
    events: entries.flatMap(({ events = [] }) => events),
    writes: entries.flatMap(({ writes = [] }) => writes),
    audit: entries.flatMap(({ audit = [] }) => audit),
  });
}

function parentOf(role: AuthorityRole, active: Active) {
  const { parent } = authorityProfiles[role];
  const found = parent === null ? null : active.get(parent);
  if (found === undefined) throw new Error(`There is no ${parent} to sign ${role}.`);
  return found;
}

type NewAuthority = {
  id: string;
  role: AuthorityRole;
  origin: Authority['origin'];
  made: MadeAuthority;
  /** Of our own that signed it; null: it signed itself, or somebody else did. */
  parentId: string | null;
  actor: Actor;
  isReplacing: boolean;
};

function entryOf({ clock, installationKey }: AuthorityNeeds, given: NewAuthority): Entry {
  const { id, role, origin, made, parentId, actor, isReplacing } = given;
  const createdAt = clock.now();
  const { certificate, chain, privateKey } = made;
  const { fingerprint256 } = certificate;
  const row = {
    id,
    role,
    origin,
    createdAt,
    isReplacing,
    certificate: pemOf(certificate),
    chain: pemOf(...chain),
    sealedKey: sealKey(installationKey, privateKey),
  };
  return {
    events: [
      {
        kind: 'certificate-authority-made',
        stationId: null,
        happenedAt: createdAt,
        principal: actorName(actor),
        body: { fingerprint256, authorityId: id, role, origin },
      },
    ],
    writes: [
      write(authorities, row),
      ...(parentId === null ? [] : [write(issuedCertificates, issuedAuthority(certificate, parentId, createdAt))]),
    ],
    ...(actor !== system && { audit: [auditOf('replace-authority', role, actor, { origin, fingerprint256 })] }),
  };
}

/** What an authority issued to one below it can be revoked like any other. */
function issuedAuthority(certificate: X509Certificate, authorityId: string, issuedAt: Date) {
  return {
    serialNumber: plainSerial(certificate.serialNumber),
    authorityId,
    stationId: null,
    purpose: 'authority' as const,
    subject: subjectOf(certificate),
    certificate: pemOf(certificate),
    issuedAt,
    expiresAt: certificate.validToDate,
  };
}
