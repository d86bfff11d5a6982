import type { X509Certificate } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type ContractAsk, type ContractVerdict, contractStatus } from './contract-certificate.ts';
import type { AuthorizationAsk } from './station-authorization.ts';
import { evidenceOf } from './evidence.ts';
import type { AuthorizationDecision, AuthorizedStation } from './station-authorization.ts';

type Needs = {
  ledger: Ledger;
  clock: Clock;
  contractRoots: readonly X509Certificate[];
  decide(ask: AuthorizationAsk): Promise<AuthorizationDecision>;
};

/** The decision is in the books before the station hears it: every refusal can be explained, every use is known. */
export async function authorize(
  { ledger, clock, contractRoots: roots, decide }: Needs,
  ask: AuthorizationAsk & { contract?: ContractAsk | undefined },
): Promise<AuthorizedStation> {
  const now = clock.now();
  const byToken = await decide(ask);
  const facts = { emaid: ask.token, contract: byToken.status, roots, now };
  const contract = ask.contract === undefined ? null : contractStatus(ask.contract, facts);
  const decision = contract === null || contract.status === 'accepted' ? byToken : refusedFor(byToken, contract);
  await ledger.commit({ ...evidenceOf(ask, decision, now), whenRefused: 'set-aside' });
  return { ...decision, contractStatus: contract?.status ?? null };
}

/** A contract whose certificate does not stand is not accepted, whatever its token says. */
function refusedFor(decision: AuthorizationDecision, { status, why }: ContractVerdict): AuthorizationDecision {
  if (decision.status !== 'accepted') return decision;
  const facts = { certificate: status, ...(why !== undefined && { why }) };
  return { ...decision, status: 'invalid', reason: 'certificate-invalid', facts };
}
