import { join } from 'node:path';
import type { MigrationSet } from '#database/migrate.ts';

/**
 * Tables of the business, each subject with its own numbered files. A subject is one row. `station` and `connector` began in the core's
 * 0002-stations.sql; what changes them since is in stations/migrations.
 */
const subjects = [
  'commands',
  'quirk-switches',
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
  'desired-settings',
  'reservations',
  'payments',
  'payment-addresses',
  'guests',
  'security',
  'certificates',
  'plug-and-charge',
  'firmware',
  'logs',
  'files',
  'log-files',
  'campaigns',
  'tickets',
  'customer-information',
  'stations',
  'variables',
  'monitoring',
  'streams',
  'charging-profiles',
  'der',
  'battery-swaps',
  'billing',
  'invoices',
  'outages',
  'energy',
  'energy/verification',
  'health',
] as const;

/** Databases know these subjects by the name that they had when their first migration was applied. */
const recordedNames: Partial<Record<(typeof subjects)[number], string>> = {
  'charging-profiles': 'schedules',
  'desired-settings': 'kept-settings',
  'quirk-switches': 'quirks',
};

export const chargingMigrations: readonly MigrationSet[] = subjects.map((subject) => ({
  owner: `charging/${recordedNames[subject] ?? subject}`,
  folder: join(import.meta.dirname, subject, 'migrations'),
}));
