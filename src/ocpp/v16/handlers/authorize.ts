import type { Handler } from '../../version.ts';
import { idTagInfoOf } from '../id-tag.ts';
import type { Messages } from '../messages.generated.ts';

export const onAuthorize: Handler<Messages['Authorize']> = async ({ idTag }, { stationId, charging, receivedAt }) => ({
  idTagInfo: idTagInfoOf(await charging.authorization.authorize({ stationId, token: idTag, at: receivedAt })),
});
