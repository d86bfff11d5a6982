import { useTranslation } from 'react-i18next';
import type { ListedSession } from '#contract/sessions/session.ts';
import { isKnownWord } from '../../parts/known-word.ts';
import type { Tone } from '../../parts/tones.ts';
import { en } from '../../text/texts.generated.ts';

const chargingTone: Record<string, Tone> = {
  charging: 'busy',
  'suspended-by-station': 'held',
  'suspended-by-vehicle': 'held',
};

/** A session that runs is as good as what its vehicle does; one that has ended rests. */
export function sessionTone({ state, chargingState }: Pick<ListedSession, 'state' | 'chargingState'>): Tone {
  if (state === 'ended') return 'rest';
  return chargingTone[chargingState ?? ''] ?? 'good';
}

/** Words of stations and of rules in the language of the page; one that we do not know is shown as it came. */
export function useSessionWords() {
  const { t } = useTranslation();
  const state = ({ state: whole, chargingState }: Pick<ListedSession, 'state' | 'chargingState'>) => {
    const word = whole === 'running' && chargingState !== null ? chargingState : whole;
    return isKnownWord(en.session.state, word) ? t(`session.state.${word}`) : word;
  };
  const reason = (word: string | null) => {
    if (word === null) return null;
    return isKnownWord(en.session.reason, word) ? t(`session.reason.${word}`) : word;
  };
  const flag = (name: string): { label: string; help: string } => {
    if (!isKnownWord(en.session.flag, name)) return { label: name, help: name };
    return { label: t(`session.flag.${name}.label`), help: t(`session.flag.${name}.help`) };
  };
  return { state, reason, flag };
}

/** As short as it can be read aloud; the whole one is a hover away. */
export function shortToken(hash: string): string {
  return hash.replace(/^tok_/, '').slice(0, 8);
}
