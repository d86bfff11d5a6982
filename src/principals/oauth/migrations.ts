import { join } from 'node:path';
import type { MigrationSet } from '#database/migrate.ts';

export const oauthMigrations: MigrationSet = { owner: 'oauth', folder: join(import.meta.dirname, 'migrations') };
