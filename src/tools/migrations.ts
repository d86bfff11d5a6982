import { join } from 'node:path';
import type { MigrationSet } from '#database/migrate.ts';

export const toolMigrations: MigrationSet = { owner: 'tools', folder: join(import.meta.dirname, 'migrations') };
