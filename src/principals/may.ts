import type { Config } from '#base/config.ts';
import type { SigecError } from '#base/errors.ts';
import { isLoopback } from '#base/hosts.ts';
import type { Principal, Role } from '#contract/agents/principal.ts';
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
};

export type Decision =
  | { isAllowed: true }
  | { isAllowed: false; code: 'NOT_SIGNED_IN' | 'NOT_ALLOWED'; sentence: Sentence };

const rank = { viewer: 1, operator: 2, administrator: 3 } satisfies Record<Role, number>;
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
  if (rank[principal.role] < rank[role]) {
    return refused('NOT_ALLOWED', sentenceOf('needs-role', { role, keyId: principal.id, has: principal.role }));
  }
  if (need.scope !== undefined && !coversScope(principal.scopes, need.scope)) {
    return refused('NOT_ALLOWED', sentenceOf('needs-scope', { scope: need.scope, keyId: principal.id }));
  }
  return { isAllowed: true };
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
  return rank[role] <= rank[most];
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
