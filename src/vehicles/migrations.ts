import { join } from 'node:path';
import type { MigrationSet } from '#database/migrate.ts';

export const vehicleMigrations: MigrationSet = { owner: 'vehicles', folder: join(import.meta.dirname, 'migrations') };
