import { join } from 'node:path';
import type { MigrationSet } from '#database/migrate.ts';

export const deviceMigrations: MigrationSet = { owner: 'devices', folder: join(import.meta.dirname, 'migrations') };
