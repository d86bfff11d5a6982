import { askHalt, halt } from '../agents/halt.ts';
import { defineApi } from './define-api.ts';

export const haltApi = defineApi('commands', {
  get: {
    route: 'GET /api/halt',
    access: 'read',
    scope: 'stations:read',
    summary: 'The kill switch: whether commands to stations are halted, by whom, since when and why',
    answer: halt,
  },
  /** Whoever may ask something of stations may stop it all; to let it go on takes an administrator. */
  change: {
    route: 'POST /api/halt',
    access: 'operate',
    scope: 'stations:command',
    summary: 'Halts all commands to stations, whoever asks; lifting that again takes an administrator',
    body: askHalt,
    answer: halt,
  },
});
