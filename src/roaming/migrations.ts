import { join } from 'node:path';
import type { MigrationSet } from '#database/migrate.ts';

export const roamingMigrations: MigrationSet = { owner: 'roaming', folder: join(import.meta.dirname, 'migrations') };
