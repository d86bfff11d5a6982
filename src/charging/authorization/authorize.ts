import type { Clock } from '#clock.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type ContractAsk, contractStatus } from './contract-certificate.ts';
import type { AuthorizationAsk } from './decide.ts';
import { evidenceOf } from './evidence.ts';
import type { AuthorizationDecision, AuthorizedStation } from './open-authorization.ts';

type Needs = { ledger: Ledger; clock: Clock; decide(ask: AuthorizationAsk): Promise<AuthorizationDecision> };

/** The decision is in the books before the station hears it: every refusal can be explained, every use is known. */
export async function authorize(
  { ledger, clock, decide }: Needs,
  ask: AuthorizationAsk & { contract?: ContractAsk | undefined },
): Promise<AuthorizedStation> {
  const now = clock.now();
  const byToken = await decide(ask);
  const contract = ask.contract === undefined ? null : contractStatus(ask.contract, byToken.status, now);
  const decision = contract === null || contract === 'accepted' ? byToken : refusedFor(byToken);
  await ledger.commit({ ...evidenceOf(ask, decision, now), whenRefused: 'set-aside' });
  return { ...decision, contractStatus: contract };
}

/** A contract whose certificate does not stand is not accepted, whatever its token says. */
function refusedFor(decision: AuthorizationDecision): AuthorizationDecision {
  if (decision.status !== 'accepted') return decision;
  return { ...decision, status: 'invalid', reason: 'certificate-invalid' };
}
