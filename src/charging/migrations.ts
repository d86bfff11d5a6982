import { join } from 'node:path';
import type { MigrationSet } from '#database/migrate.ts';

/** Tables of the business beyond its stations, each subject with its own numbered files. A subject is one row. */
const subjects = [
  'commands',
  'quirks',
  'displays',
  'data-transfer',
  'sessions',
  'meter-values',
  'session-limits',
  'tariffs',
  'authorization',
  'authorization-caches',
  'sites',
  'drivers',
  'local-lists',
  'kept-settings',
  'reservations',
  'payments',
  'security',
  'certificates',
  'firmware',
  'logs',
  'customer-information',
  'stations',
  'variables',
  'monitoring',
  'streams',
  'schedules',
  'der',
  'battery-swaps',
  'billing',
  'outages',
] as const;

export const chargingMigrations: readonly MigrationSet[] = subjects.map((subject) => ({
  owner: `charging/${subject}`,
  folder: join(import.meta.dirname, subject, 'migrations'),
}));
