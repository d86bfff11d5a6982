import type { Pool } from 'pg';
import { isUuid } from '#base/uuid.ts';
import { storableText } from '#database/storable-text.ts';

type Listed = { id: string; title: string; createdAt: string; changedAt: string };
type StoredConversation = Listed & { owner: string };

type ListedRow = { id: string; title: string; createdAt: Date; changedAt: Date };

/** Conversations, each of one owner. Whoever asks for another's is told that there is none. */
export function conversationTable<Conversation extends StoredConversation>(
  pool: Pool,
  read: (body: unknown) => Conversation,
) {
  return {
    async save(conversation: Conversation): Promise<void> {
      const { id, owner, title, createdAt, changedAt } = conversation;
      await pool.query(
        `insert into assistant_conversation (id, owner, title, created_at, changed_at, body) values ($1, $2, $3, $4, $5, $6)
         on conflict (id) do update set title = excluded.title, changed_at = excluded.changed_at, body = excluded.body
         where assistant_conversation.owner = excluded.owner`,
        [id, owner, storableText(title), createdAt, changedAt, JSON.stringify(conversation)],
      );
    },
    async load(id: string, owner: string): Promise<Conversation | undefined> {
      if (!isUuid(id)) return undefined;
      const { rows } = await pool.query<{ body: string }>(
        'select body from assistant_conversation where id = $1 and owner = $2',
        [id, owner],
      );
      return rows[0] === undefined ? undefined : read(JSON.parse(rows[0].body));
    },
    async list(owner: string): Promise<Listed[]> {
      const { rows } = await pool.query<ListedRow>(
        `select id, title, created_at as "createdAt", changed_at as "changedAt" from assistant_conversation
         where owner = $1 order by changed_at desc, id`,
        [owner],
      );
      return rows.map(({ createdAt, changedAt, ...row }) => ({
        ...row,
        createdAt: createdAt.toISOString(),
        changedAt: changedAt.toISOString(),
      }));
    },
    async remove(id: string, owner: string): Promise<boolean> {
      if (!isUuid(id)) return false;
      const { rowCount } = await pool.query('delete from assistant_conversation where id = $1 and owner = $2', [
        id,
        owner,
      ]);
      return rowCount === 1;
    },
  };
}
