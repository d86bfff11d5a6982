import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serversOf, talk } from '../../../test/support/agent-parts.ts';
import { scriptedMind } from '../providers/scripted.ts';
import { newConversation } from '../service/assistant.ts';
import type { Conversation } from './conversation-store.ts';
import { fileConversationStore } from './file-store.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sigec-conversations-'));
});
afterAll(() => rm(root, { recursive: true }));

test('a conversation is kept, listed, resumed by another process, and removed', async () => {
  const folder = join(root, 'kept', 'here');
  const store = fileConversationStore(folder);
  expect(await store.list('ana')).toEqual([]);
  const script = [
    { calls: [{ name: 'find', arguments: { deep: { er: [1, null] } } }] },
    { say: 'One.' },
    { say: 'Two.' },
  ];
  const servers = serversOf({ name: 'find' });
  const first = talk({ mind: scriptedMind(script), servers, store });
  await first.ask('How many?');
  const { id } = first.conversation;
  const kept = await fileConversationStore(folder).load(id, 'ana');
  expect(kept).toEqual(first.conversation);
  const again = talk({ mind: scriptedMind(script), servers, store, ...(kept && { conversation: kept }) });
  await again.ask('And then?');
  expect(again.shown()).toBe('Two.');
  expect(await store.list('ana')).toMatchObject([{ id, title: 'How many?' }]);
  expect((await stat(join(folder, `${id}.json`))).mode & 0o077).toBe(0);
  expect(await store.remove(id, 'bruno')).toBe(false);
  expect(await store.remove(id, 'ana')).toBe(true);
  expect(await store.load(id, 'ana')).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test("somebody else's, one that is not there, and an id that leads elsewhere are all the same: none", async () => {
  const folder = join(root, 'others');
  const store = fileConversationStore(folder);
  const conversation = newConversation('ana', new Date());
  await store.save(conversation);
  await writeFile(join(root, 'outside.json'), JSON.stringify({ ...conversation, owner: 'bruno' }));
  for (const id of [conversation.id, 'x', '../outside', '', 'a/b'])
    expect(await store.load(id, 'bruno')).toBeUndefined();
  expect(await store.list('bruno')).toEqual([]);
  await expect(store.save({ ...conversation, id: '../outside' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('the last of many saves at once is what is kept, and it is always whole', async () => {
  const folder = join(root, 'many');
  const store = fileConversationStore(folder);
  const conversation = newConversation('ana', new Date());
  const saves = Array.from({ length: 20 }, (_, number) => {
    conversation.title = `title ${number}`;
    conversation.messages.push({ role: 'user', text: 'x'.repeat(10_000) });
    return store.save(conversation);
  });
  const reads = saves.map(async (save) => {
    await save;
    return JSON.parse(await readFile(join(folder, `${conversation.id}.json`), 'utf8')) as Conversation;
  });
  await Promise.all(reads);
  expect(await store.load(conversation.id, 'ana')).toMatchObject({ title: 'title 19' });
  expect(await readdir(folder)).toEqual([`${conversation.id}.json`]);
});

test('a file that is broken is named, and hides no other', async () => {
  const folder = join(root, 'broken');
  const store = fileConversationStore(folder);
  const conversation = newConversation('ana', new Date('2026-03-01T08:00:00Z'));
  await store.save(conversation);
  await store.save({ ...conversation, id: 'later', changedAt: '2026-03-02T08:00:00Z' });
  await writeFile(join(folder, 'half.json'), '{"id": "half", "owner": "ana"');
  await writeFile(
    join(folder, 'odd.json'),
    JSON.stringify({ ...conversation, id: 'odd', messages: [{ role: 'king' }] }),
  );
  for (const id of ['half', 'odd'])
    await expect(store.load(id, 'ana')).rejects.toMatchObject({
      message: `The conversation in ${join(folder, `${id}.json`)} cannot be read. Remove the file, or mend it.`,
    });
  expect((await store.list('ana')).map(({ id }) => id)).toEqual(['later', conversation.id]);
});
