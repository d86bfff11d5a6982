import type { ListedSession } from '#contract/sessions/session.ts';
import { Chip } from '../../parts/chip.tsx';
import { sessionTone, useSessionWords } from './session-words.ts';

/** What a session does, in a word. */
export function SessionChip({ session }: { session: Pick<ListedSession, 'state' | 'chargingState'> }) {
  return <Chip tone={sessionTone(session)}>{useSessionWords().state(session)}</Chip>;
}
