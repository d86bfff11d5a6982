import type { ListEntry } from '#charging/local-lists/entry-texts.ts';
import { byStatus, type Translator } from '../../command.ts';
import { listPayload, recordListVersion, sendLocalList as sendList } from '../../shared/local-list.ts';
import { wireToken } from '../id-token.ts';
import type { Messages } from '../messages.generated.ts';

export const clearCache: Translator<Messages, 'clear-cache'> = async (_input, { call }) =>
  byStatus(await call('ClearCache', {}));

export const sendLocalList: Translator<Messages, 'send-local-list'> = (input, context) =>
  sendList(input, context, {
    name: '2.x',
    textOf: (entry) => JSON.stringify(entryOf(entry)),
    send({ isFull, version, entries }) {
      const fields = { versionNumber: version, updateType: isFull ? 'Full' : 'Differential' } as const;
      // 2.x knows no empty list.
      return context.call('SendLocalList', entries.length === 0 ? fields : listPayload(fields, entries));
    },
  });

export const getLocalListVersion: Translator<Messages, 'get-local-list-version'> = async (_input, context) =>
  recordListVersion((await context.call('GetLocalListVersion', {})).versionNumber, context);

const wireStatus = { accepted: 'Accepted', blocked: 'Blocked', expired: 'Expired' } as const;
type WireEntry = NonNullable<Messages['SendLocalList']['request']['localAuthorizationList']>[number];

/** An entry without its info is taken away. */
function entryOf({ token, info }: ListEntry): WireEntry {
  const idToken = wireToken(token);
  if (info === null) return { idToken };
  return {
    idToken,
    idTokenInfo: {
      status: wireStatus[info.status],
      ...(info.expiresAt && { cacheExpiryDateTime: info.expiresAt.toISOString() }),
      ...(info.language && { language1: info.language }),
      ...(token.group && { groupIdToken: wireToken(token.group) }),
    },
  };
}
