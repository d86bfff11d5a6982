import type { ListEntry } from '#charging/local-lists/entry-texts.ts';
import { byStatus, type Translator } from '../../command.ts';
import { listPayload, recordListVersion, sendLocalList as sendList } from '../../shared/local-list.ts';
import { longestIdTag } from '../id-tag.ts';
import type { Messages } from '../messages.generated.ts';

export const clearCache: Translator<Messages, 'clear-cache'> = async (_input, { call }) =>
  byStatus(await call('ClearCache', {}));

export const sendLocalList: Translator<Messages, 'send-local-list'> = (input, context) =>
  sendList(input, context, {
    name: '1.6',
    textOf: (entry) => JSON.stringify(entryOf(entry)),
    send: ({ isFull, version, entries }) =>
      context.call(
        'SendLocalList',
        listPayload({ listVersion: version, updateType: isFull ? 'Full' : 'Differential' }, entries),
      ),
  });

export const getLocalListVersion: Translator<Messages, 'get-local-list-version'> = async (_input, context) =>
  recordListVersion((await context.call('GetLocalListVersion', {})).listVersion, context);

const wireStatus = { accepted: 'Accepted', blocked: 'Blocked', expired: 'Expired' } as const;
type WireEntry = NonNullable<Messages['SendLocalList']['request']['localAuthorizationList']>[number];

/** An entry without its info is taken away. */
function entryOf({ token, info }: ListEntry): WireEntry {
  if (info === null) return { idTag: token.value };
  const { group } = token;
  return {
    idTag: token.value,
    idTagInfo: {
      status: wireStatus[info.status],
      ...(info.expiresAt && { expiryDate: info.expiresAt.toISOString() }),
      ...(group && group.value.length <= longestIdTag && { parentIdTag: group.value }),
    },
  };
}
