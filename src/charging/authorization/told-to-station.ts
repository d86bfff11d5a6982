import type { AuthorizationStatus } from '#contract/access/token.ts';
import type { Tariff } from '#contract/billing/tariff.ts';
import { textFor } from '../tariffs/terms/text-for.ts';
import type { TokenFacts } from './decision-facts.ts';
import type { AuthorizationDecision } from './station-authorization.ts';

export type ToldNeeds = {
  findTariff(tariffId: string): Promise<Tariff | undefined>;
};

/** C09, C10, I01, I08: what goes to the station beside the verdict. */
export async function whatIsTold(
  { findTariff }: ToldNeeds,
  { tariffId, group, expiresAt, language, credit }: TokenFacts,
  status: AuthorizationStatus,
): Promise<Partial<AuthorizationDecision>> {
  const tariff = tariffId === null || status !== 'accepted' ? undefined : await findTariff(tariffId);
  return {
    groupHash: group?.id,
    group: group === null ? undefined : { id: group.id, value: group.value, type: 'central' },
    cacheUntil: earlier(expiresAt, group?.expiresAt ?? null) ?? undefined,
    language: language ?? undefined,
    tariff,
    personalMessage: tariff && textFor(tariff, language),
    maxCost: status === 'accepted' ? spendable(credit) : undefined,
  };
}

/** A card that owes something has nothing to spend. */
function spendable(credit: string | null): string | undefined {
  return credit?.startsWith('-') ? '0' : (credit ?? undefined);
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
