import { expect, test } from 'vitest';
import { newConversation } from '#assistant/service/assistant.ts';
import { serversOf } from '../../../../test/support/agent-parts.ts';
import { withMentions } from './mentions.ts';

const uri = 'sigec://charge-points/CP-7';
const servers = {
  ...serversOf(),
  resources: async () => [{ server: 'sigec', uri, name: 'CP-7', description: '' }],
  readResource: async (_server: string, wanted: string) => {
    if (wanted !== uri) throw new Error('There is none.');
    return 'CP-7 is online';
  },
};

test('a resource that is mentioned goes along as data, and the conversation knows that strangers may have written in it', async () => {
  const conversation = newConversation('ana', new Date());
  expect(await withMentions(servers, conversation, `How is @${uri}?`)).toBe(
    `How is @${uri}?\n\n[${uri}, as data:]\nCP-7 is online`,
  );
  expect(conversation.isTainted).toBe(true);
});

test('mail addresses are none, and what cannot be read is left as it was written', async () => {
  const conversation = newConversation('ana', new Date());
  for (const text of ['Write to ana@example.com.', 'What is @sigec://nothing/here?', 'Hello'])
    expect(await withMentions(servers, conversation, text)).toBe(text);
  expect(conversation.isTainted).toBe(false);
});
