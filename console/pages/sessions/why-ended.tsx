import { useTranslation } from 'react-i18next';
import type { SessionEnd } from '#contract/session-detail.ts';
import { Moment } from '../../parts/moment.tsx';
import { useSessionWords } from './session-words.ts';

/** The end in a sentence: who, why, when, and what was asked of the station from afar. */
export function WhyEnded({ end }: { end: SessionEnd }) {
  const { t } = useTranslation();
  const words = useSessionWords();
  const { at, by, reason, command } = end;
  const who =
    by === 'remote' && command !== null
      ? t('session.endedBy.remoteNamed', { who: command.askedBy })
      : t(`session.endedBy.${by}`);
  const because = words.reason(reason);
  const why = command?.why ?? null;
  return (
    <p className="why-ended">
      <strong>{t('session.why.title')}:</strong>{' '}
      <span title={reason === null ? undefined : t('session.why.word', { word: reason })}>
        {who}
        {because !== null && ` (${because})`}
      </span>
      {why !== null && <> {t('session.why.told', { why })}</>}
      {at !== null && (
        <>
          {' · '}
          <Moment time={at} says="ago" />
        </>
      )}
    </p>
  );
}
