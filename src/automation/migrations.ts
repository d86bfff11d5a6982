import { join } from 'node:path';
import type { MigrationSet } from '#database/migrate.ts';

export const automationMigrations: readonly MigrationSet[] = ['rules', 'notifications'].map((subject) => ({
  owner: `automation/${subject}`,
  folder: join(import.meta.dirname, subject, 'migrations'),
}));
