/** What the design says about who may do what, written down a second time: none of it is the product's own code. */

export type Tier = 'R0' | 'R1' | 'R2' | 'R3';
export type Caller = {
  /** Of its key; undefined: nobody, or a key that nobody has. */
  id: string | undefined;
  /** What is sent; undefined: nothing. */
  secret: string | undefined;
  kind: 'person' | 'program' | 'agent' | 'nobody';
  role: 'viewer' | 'accountant' | 'operator' | 'administrator' | 'none';
  scopes: readonly string[];
  approvesByElicitation: boolean;
  /** False: never was a key, was revoked, or its time is over. */
  isLive: boolean;
};
export type ToolFacts = { name: string; tier: Tier; category: string; pack: string; level: string };

const rank = { none: 0, viewer: 1, accountant: 1, operator: 2, administrator: 3 };
const act = { R0: 'read', R1: 'operate', R2: 'operate', R3: 'administer' };

export function hasRole({ role }: Caller, least: keyof typeof rank): boolean {
  return rank[role] >= rank[least];
}

export function hasScope({ scopes }: Caller, wanted: string): boolean {
  return scopes.length === 0 || scopes.includes(wanted) || scopes.includes(wanted.slice(0, wanted.indexOf(':')));
}

/** Whether a call may go as far as its tier lets it: an answer, a harmless command, or a proposal. */
export function mayCall(caller: Caller, { tier, category, pack }: ToolFacts): boolean {
  const isScoped = pack === 'core' || hasScope(caller, `${category}:${act[tier]}`);
  return caller.isLive && hasRole(caller, tier === 'R0' ? 'viewer' : 'operator') && isScoped;
}

/** A person, with another key than the one that asked, and with the role that the tier takes. */
export function mayApprove(caller: Caller, { tier, category }: ToolFacts, proposedBy: string | undefined): boolean {
  const isRole = hasRole(caller, tier === 'R3' ? 'administrator' : 'operator');
  const isScoped = hasScope(caller, 'proposals:decide') && hasScope(caller, `${category}:${act[tier]}`);
  return caller.isLive && caller.kind === 'person' && caller.id !== proposedBy && isRole && isScoped;
}

/** In their own agent's window: what that key asked for itself, nothing larger than R2. */
export function mayElicit(caller: Caller, { tier }: ToolFacts): boolean {
  return caller.isLive && caller.kind === 'person' && caller.approvesByElicitation && tier === 'R2';
}

/** A change over REST: people and programs by their role, agents never. */
export function mayChange(caller: Caller, least: 'operator' | 'administrator', scope: string): boolean {
  return caller.isLive && caller.kind !== 'agent' && hasRole(caller, least) && hasScope(caller, scope);
}

/** Messages that a station answers without anything being different afterwards. */
const harmless = new Set([
  ...['TriggerMessage', 'ExtendedTriggerMessage', 'GetConfiguration', 'GetVariables', 'GetBaseReport', 'GetReport'],
  ...['GetCompositeSchedule', 'GetLocalListVersion', 'GetTransactionStatus', 'GetLog', 'GetDiagnostics'],
  ...['GetMonitoringReport', 'GetInstalledCertificateIds', 'GetChargingProfiles', 'GetDisplayMessages', 'GetTariffs'],
]);
export const isHarmless = (action: string): boolean => harmless.has(action);
