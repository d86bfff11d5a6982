import { killSwitch, killSwitchChange } from '../agents/kill-switch.ts';
import { allow, defineApi } from './define-api.ts';

export const killSwitchApi = defineApi('commands', {
  get: allow('read', 'stations:read')(
    'GET /api/kill-switch',
    'The kill switch: whether the kill switch is on, by whom, since when and why',
    { answer: killSwitch },
  ),
  /** Whoever may ask something of stations may stop it all; to let it go on takes an administrator. */
  change: allow('operate', 'stations:command')(
    'POST /api/kill-switch',
    'Switches the kill switch: no command leaves for any station, whoever asks; to switch it off takes an administrator',
    { body: killSwitchChange, answer: killSwitch },
  ),
});
