import { join } from 'node:path';
import type { MigrationSet } from '#database/migrate.ts';

/** The first tables of the assistant are in `database/migrations/0010-assistant.sql`; what changes them goes on here. */
export const assistantMigrations: MigrationSet = {
  owner: 'assistant',
  folder: join(import.meta.dirname, 'migrations'),
};
