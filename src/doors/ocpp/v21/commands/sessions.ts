import { sharedWith } from '../../command.ts';
import { lacks21 } from '../../shared/charging-profiles/losses.ts';
import { startSessionWith } from '../../v201/commands/sessions.ts';
import type { Messages } from '../messages.generated.ts';

/** Said as in 2.0.1, with profiles that say more and with limits. */
export const { 'start-session': startSession } = sharedWith<Messages>({
  'start-session': startSessionWith({ lacks: lacks21, hasLimits: true }),
});
