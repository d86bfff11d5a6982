import type { ListedSession } from '#contract/sessions/session.ts';
import '../../parts/chip.css';
import { sessionTone, useSessionWords } from './session-words.ts';

/** What a session does, in a word. */
export function SessionChip({ session }: { session: Pick<ListedSession, 'state' | 'chargingState'> }) {
  const words = useSessionWords();
  return (
    <span className={`chip tone-${sessionTone(session)}`}>
      <span className="dot" />
      {words.state(session)}
    </span>
  );
}
