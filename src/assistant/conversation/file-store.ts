import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SigecError } from '#base/errors.ts';
import { writeWhole } from '../files/json-file.ts';
import { type Conversation, type ConversationStore, readConversation } from './conversation-store.ts';

/** An id becomes the name of a file, so it holds nothing that could lead elsewhere. */
const idForm = /^[A-Za-z0-9-]{1,64}$/;
const ending = '.json';

/** Conversations as files in a folder, one each, readable by nobody else on the machine. */
export function fileConversationStore(folder: string): ConversationStore {
  const writing = new Map<string, Promise<void>>();
  const pathOf = (id: string) => join(folder, `${id}${ending}`);
  const open = async (id: string, owner: string) => {
    const found = idForm.test(id) ? await read(pathOf(id)) : undefined;
    return found?.owner === owner ? found : undefined;
  };
  return {
    async save(conversation) {
      const { id } = conversation;
      if (!idForm.test(id)) throw new SigecError('INVALID_INPUT', 'A conversation id has letters, digits and hyphens.');
      const text = JSON.stringify(conversation); // as it is now, whatever becomes of it while it waits
      const before = writing.get(id) ?? Promise.resolve();
      const written = before.catch(() => undefined).then(() => writeWhole(pathOf(id), text));
      writing.set(id, written);
      try {
        await written;
      } finally {
        if (writing.get(id) === written) writing.delete(id);
      }
    },
    load: open,
    async list(owner) {
      const found: Conversation[] = [];
      // One after the other: there may be more of them than files that can be open at once.
      for (const name of await namesIn(folder)) {
        const kept = await read(join(folder, name)).catch(() => undefined); // a broken one hides no other
        if (kept?.owner === owner) found.push(kept);
      }
      return found
        .map(({ id, title, createdAt, changedAt }) => ({ id, title, createdAt, changedAt }))
        .toSorted((one, other) => (one.changedAt < other.changedAt ? 1 : -1));
    },
    async remove(id, owner) {
      if ((await open(id, owner)) === undefined) return false;
      await rm(pathOf(id), { force: true });
      return true;
    },
  };
}

async function read(path: string): Promise<Conversation | undefined> {
  try {
    return readConversation(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SigecError('INTERNAL', `The conversation in ${path} cannot be read. Remove the file, or mend it.`, {
      cause,
    });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(ending));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
