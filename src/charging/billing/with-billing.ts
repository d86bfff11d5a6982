import type { Sessions } from '../sessions/open-sessions.ts';
import type { OpenBilling } from './open-billing.ts';

/** Bills a session soon after its end was told. What ends in other ways is found by the biller itself. */
export function withBilling(sessions: Sessions, billing: Pick<OpenBilling, 'wake'>): Sessions {
  return {
    ...sessions,
    async record(event, beside) {
      await sessions.record(event, beside);
      if (event.kind === 'ended') billing.wake();
    },
  };
}
