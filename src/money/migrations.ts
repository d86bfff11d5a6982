import { join } from 'node:path';
import type { MigrationSet } from '#database/migrate.ts';

export const moneyMigrations: MigrationSet = { owner: 'money', folder: join(import.meta.dirname, 'migrations') };
