import { SigecError } from '#base/errors.ts';
import { isUuid } from '#base/uuid.ts';
import { partnerApi } from '#contract/api/roaming.ts';
import type { Partner } from '#contract/roaming/partner.ts';
import type { Api } from '../api.ts';
import type { ShowOptions } from '../read-options.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type Named = ShowOptions & { partner: string };

/** By its name, in any case, or its id. */
export async function partnerNamed({ text }: Terminal, api: Api, given: string): Promise<Pick<Partner, 'id'>> {
  if (isUuid(given)) return { id: given.toLowerCase() };
  const { partners } = await api.call(partnerApi.list, {});
  const found = partners.find(({ name }) => name.toLowerCase() === given.toLowerCase());
  if (found !== undefined) return found;
  throw new SigecError('NOT_FOUND', text.partners.unknown(visible(given)));
}
