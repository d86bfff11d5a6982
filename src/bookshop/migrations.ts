import { join } from 'node:path';
import type { MigrationSet } from '#database/migrate.ts';

export const bookshopMigrations: MigrationSet = { owner: 'bookshop', folder: join(import.meta.dirname, 'migrations') };
