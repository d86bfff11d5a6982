import { Chip } from '../../parts/chip.tsx';
import { sessionTone, useSessionWords } from './session-words.ts';

/** What a session does, in a word. */
export function SessionChip({ session }: { session: Parameters<typeof sessionTone>[0] }) {
  return <Chip tone={sessionTone(session)}>{useSessionWords().state(session)}</Chip>;
}
