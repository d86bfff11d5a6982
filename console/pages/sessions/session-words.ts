import { useTranslation } from 'react-i18next';
import type { ListedSession } from '#contract/sessions/session.ts';
import { isKnownWord } from '../../parts/known-word.ts';
import type { Tone } from '../../parts/tones.ts';

const chargingTone: Record<string, Tone> = {
  charging: 'busy',
  'suspended-by-station': 'held',
  'suspended-by-vehicle': 'held',
};

type Doing = Pick<ListedSession, 'state' | 'chargingState'> & Partial<Pick<ListedSession, 'powerW'>>;

/** What a running session does. OCPP 1.6 has no word for it in a session, but where power flows it charges. */
export function doingOf({ state, chargingState, powerW = null }: Doing): string {
  if (state !== 'running') return state;
  return chargingState ?? ((powerW ?? 0) > 0 ? 'charging' : state);
}

/** A session that runs is as good as what its vehicle does; one that has ended rests. */
export function sessionTone(session: Doing): Tone {
  if (session.state === 'ended') return 'rest';
  return chargingTone[doingOf(session)] ?? 'good';
}

/** Words of stations and of rules in the language of the page; one that we do not know is shown as it came. */
export function useSessionWords() {
  const { t } = useTranslation();
  const state = (session: Doing) => {
    const word = doingOf(session);
    return isKnownWord('session.state', word) ? t(`session.state.${word}`) : word;
  };
  const reason = (word: string | null) => {
    if (word === null) return null;
    return isKnownWord('session.reason', word) ? t(`session.reason.${word}`) : word;
  };
  const flag = (name: string): { label: string; help: string } => {
    if (!isKnownWord('session.flag', name)) return { label: name, help: name };
    return { label: t(`session.flag.${name}.label`), help: t(`session.flag.${name}.help`) };
  };
  return { state, reason, flag };
}

/** As short as it can be read aloud; the whole one is a hover away. */
export function shortToken(hash: string): string {
  return hash.replace(/^tok_/, '').slice(0, 8);
}
