import { killSwitch, killSwitchChange } from '../agents/kill-switch.ts';
import { defineApi } from './define-api.ts';

export const killSwitchApi = defineApi('commands', {
  get: {
    route: 'GET /api/kill-switch',
    access: 'read',
    scope: 'stations:read',
    summary: 'The kill switch: whether the kill switch is on, by whom, since when and why',
    answer: killSwitch,
  },
  /** Whoever may ask something of stations may stop it all; to let it go on takes an administrator. */
  change: {
    route: 'POST /api/kill-switch',
    access: 'operate',
    scope: 'stations:command',
    summary:
      'Switches the kill switch: no command leaves for any station, whoever asks; to switch it off takes an administrator',
    body: killSwitchChange,
    answer: killSwitch,
  },
});
