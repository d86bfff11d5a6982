import type { OcppVersion, Run } from './orders.ts';
import type { Step } from './session-state.ts';
import { session16, session21, session201 } from './session-steps.ts';

export const sessions: Record<OcppVersion, readonly Step[]> = {
  '1.6': session16,
  '2.0.1': session201,
  '2.1': session21,
};

const heartbeat: readonly Step[] = [{ action: 'Heartbeat', payload: () => '{}' }];

/** The messages a station sends over and over, and the first of them that it repeats. */
export function scriptOf(script: Run['script'], version: OcppVersion): { steps: readonly Step[]; again: number } {
  if (script === 'heartbeat') return { steps: heartbeat, again: 0 };
  const session = sessions[version];
  if (script === 'session') return { steps: session, again: 0 };
  // One long session: after its start nothing but meter values.
  const firstValue = session.findIndex(({ action }, at) => at > 3 && action === session[4]?.action);
  return { steps: session.slice(0, firstValue + 1), again: firstValue };
}
