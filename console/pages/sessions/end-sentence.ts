import { useTranslation } from 'react-i18next';
import type { SessionEnd } from '#contract/sessions/detail.ts';
import { useWho } from '../../api/use-who.ts';
import { isKnownWord } from '../../parts/known-word.ts';

/** Why a session ended, as one would say it: what happened, and who asked for it where somebody did. */
export function useEndSentence() {
  const { t } = useTranslation();
  const name = useWho();
  return ({ by, reason, command }: Pick<SessionEnd, 'by' | 'reason' | 'command'>): string => {
    const asked = command === null ? [] : [t('session.ended.askedBy', { who: name(command.askedBy) })];
    return [whatHappened({ by, reason }), ...asked].join(' ');
  };

  function whatHappened({ by, reason }: Pick<SessionEnd, 'by' | 'reason'>): string {
    if (by === 'system') return t('session.ended.bySystem');
    if (reason === null) return t(by === 'remote' ? 'session.ended.because.Remote' : 'session.ended.noReason');
    if (isKnownWord('session.ended.because', reason)) return t(`session.ended.because.${reason}`);
    return t('session.ended.ownWord', { word: reason });
  }
}
