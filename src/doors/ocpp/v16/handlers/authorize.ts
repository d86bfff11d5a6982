import type { StationAuthorization } from '#charging/authorization/station-authorization.ts';
import type { Handler } from '../../handler.ts';
import { idTagInfoOf } from '../id-tag.ts';
import type { Messages } from '../messages.generated.ts';

export const onAuthorize: Handler<
  Messages['Authorize'],
  { authorization: Pick<StationAuthorization, 'authorize'> }
> = async ({ idTag }, { stationId, charging, receivedAt }) => {
  const ask = { stationId, token: idTag, purpose: 'authorize', at: receivedAt } as const;
  return { idTagInfo: idTagInfoOf(await charging.authorization.authorize(ask)) };
};
