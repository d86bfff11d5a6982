import type { Config } from '#base/config.ts';
import type { SigecError } from '#base/errors.ts';
import { isLoopback } from '#base/hosts.ts';
import { accountantReads } from '#contract/agents/accountant-reads.ts';
import type { Grant, Principal, Role } from '#contract/agents/principal.ts';
import type { Access } from '#contract/api/define-api.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { personalScope } from './personal-data.ts';

export type Need = {
  access: Access;
  /** Part of the product and, after a colon, the act: `stations:accept`. A key with scopes needs this one, or the part alone. */
  scope?: string | undefined;
  /** A change asked for outside the tools, where no tier and no approval stands between an agent and the stations. */
  isDirectChange?: boolean;
  /**
   * Where it would be done: at this site, or (null) at none or over the whole installation. Absent: somewhere, and what is read and touched
   * is narrowed to the sites of whoever asks (`reachOf`).
   */
  at?: string | null | undefined;
};

/** The sites where somebody may do something. */
export type Reach = 'whole' | ReadonlySet<string>;

export type Decision =
  | { isAllowed: true }
  | { isAllowed: false; code: 'NOT_SIGNED_IN' | 'NOT_ALLOWED'; sentence: Sentence };

const rank = { viewer: 1, accountant: 1, operator: 2, administrator: 3 } satisfies Record<Role, number>;
const roleFor = { read: 'viewer', operate: 'operator', administer: 'administrator' } satisfies Record<
  Exclude<Access, 'open'>,
  Role
>;

/** The one place that decides what a principal may do. */
export function may(principal: Principal | null, need: Need, { isReadingOpen }: { isReadingOpen: boolean }): Decision {
  if (principal?.kind === 'agent' && need.isDirectChange) {
    return refused('NOT_ALLOWED', sentenceOf('agent-changes-nothing'));
  }
  if (need.access === 'open') return { isAllowed: true };
  const role = roleFor[need.access];
  if (principal === null) {
    if (need.access === 'read' && isReadingOpen) return { isAllowed: true };
    const code = role === 'administrator' ? 'needs-key' : 'needs-key-or-above';
    return refused('NOT_SIGNED_IN', sentenceOf(code, { role }));
  }
  const held = grantsOf(principal).filter((grant) => covers(grant.role, need));
  if (held.length === 0) {
    return refused('NOT_ALLOWED', sentenceOf('needs-role', { role, keyId: principal.id, has: principal.role }));
  }
  if (need.at !== undefined && !held.some(({ siteId }) => siteId === null || siteId === need.at)) {
    return refused(
      'NOT_ALLOWED',
      sentenceOf(need.at === null ? 'needs-whole' : 'needs-site', { role, keyId: principal.id }),
    );
  }
  if (need.scope !== undefined && !coversScope(principal.scopes, need.scope)) {
    return refused('NOT_ALLOWED', sentenceOf('needs-scope', { scope: need.scope, keyId: principal.id }));
  }
  return { isAllowed: true };
}

/** Where this principal may do it; whoever shows no key reads where reading is open. */
export function reachOf(principal: Principal | null, need: Pick<Need, 'access' | 'scope'>): Reach {
  if (principal === null || need.access === 'open') return 'whole';
  const held = grantsOf(principal).filter((grant) => covers(grant.role, need));
  const sites = held.flatMap(({ siteId }) => (siteId === null ? [] : [siteId]));
  return held.length > sites.length ? 'whole' : new Set(sites);
}

function grantsOf({ role, grants }: Principal): readonly Grant[] {
  return grants ?? [{ role, siteId: null }];
}

function covers(role: Role, { access, scope }: Pick<Need, 'access' | 'scope'>): boolean {
  if (access === 'open') return true;
  if (role !== 'accountant') return rank[role] >= rank[roleFor[access]];
  const [part = ''] = scope?.split(':') ?? [];
  return access === 'read' && (scope === undefined || accountantReads.has(part));
}

/** Throws what a refusal says, so that doors translate it like everything else. */
export function mustBeAllowed(decision: Decision): void {
  const error = refusalOf(decision);
  if (error !== undefined) throw error;
}

/** The English sentence, and what it was made of for whoever shows it in another language; undefined: it is allowed. */
export function refusalOf(decision: Decision): SigecError | undefined {
  if (decision.isAllowed) return undefined;
  const { code, sentence } = decision;
  return problemOf(code, sentence);
}

/** No scopes: everything the role may do. `stations` covers `stations:accept`. A grant of personal data limits nothing else. */
export function coversScope(scopes: readonly string[], wanted: string): boolean {
  const [part = wanted] = wanted.split(':');
  const limits = scopes.filter((scope) => scope !== personalScope);
  return limits.length === 0 || limits.includes(wanted) || limits.includes(part);
}

export function isRoleWithin(role: Role, most: Role): boolean {
  return role === most || (rank[role] <= rank[most] && most !== 'viewer' && most !== 'accountant');
}

/** Whether every grant is one that the other principal has too, at the same place or everywhere. */
export function areGrantsWithin(grants: readonly Grant[], most: Principal): boolean {
  return grants.every((grant) =>
    grantsOf(most).some(
      (held) => (held.siteId === null || held.siteId === grant.siteId) && isRoleWithin(grant.role, held.role),
    ),
  );
}

/** The role by which somebody is known: the greatest they hold anywhere. */
export function greatestRole(grants: readonly Grant[]): Role {
  const order: readonly Role[] = ['administrator', 'operator', 'accountant', 'viewer'];
  return order.find((role) => grants.some((grant) => grant.role === role)) ?? 'viewer';
}

function refused(code: 'NOT_SIGNED_IN' | 'NOT_ALLOWED', sentence: Sentence): Decision {
  return { isAllowed: false, code, sentence };
}

/**
 * On loopback reading is open, so that the first minute needs no key. As soon as anyone else can reach us, directly
 * or through a proxy that PUBLIC_URL, UCP_PUBLIC_URL or ALLOWED_HOSTS tells of, credentials are required everywhere.
 */
export function mustSignIn({
  host,
  publicUrl,
  ucpPublicUrl,
  allowedHosts,
}: Pick<Config, 'host' | 'publicUrl' | 'ucpPublicUrl' | 'allowedHosts'>): boolean {
  const addresses = [publicUrl, ucpPublicUrl].filter((url) => url !== '');
  const names = [host, ...allowedHosts, ...addresses.map((url) => new URL(url).hostname)];
  return !names.every(isLoopback);
}
