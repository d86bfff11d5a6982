import type { Principal } from '#contract/agents/principal.ts';

export type WhyNotAsk = 'notSignedIn' | 'agent' | 'noScope';

/** What keeps somebody from talking to the assistant; null: nothing. The server decides again. */
export function whyNotAsk(principal: Pick<Principal, 'kind' | 'scopes'> | null): WhyNotAsk | null {
  if (principal === null) return 'notSignedIn';
  if (principal.kind === 'agent') return 'agent';
  const { scopes } = principal;
  return scopes.length === 0 || scopes.includes('assistant') || scopes.includes('assistant:use') ? null : 'noScope';
}
