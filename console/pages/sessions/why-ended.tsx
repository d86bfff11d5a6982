import { useTranslation } from 'react-i18next';
import type { SessionDetail, SessionEnd } from '#contract/sessions/detail.ts';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useEndSentence } from './end-sentence.ts';
import { useRefusedStart } from './refused-start.ts';

/** The end in a sentence, what was written with the command, when it was, and the station's own code for whoever points at it. */
export function WhyEnded({ session, end }: { session: SessionDetail; end: SessionEnd }) {
  const { t } = useTranslation();
  const sentence = useEndSentence();
  const refused = useRefusedStart(session);
  const { at, reason, command } = end;
  const why = command?.why ?? null;
  return (
    <p className="why-ended">
      <strong>{t('session.why.title')}:</strong>{' '}
      {refused !== null && (
        <>
          <TextLink
            to="/access"
            search={{ tab: 'refusals', station: session.stationId, token: refused.tokenId ?? undefined }}
            fz="inherit"
          >
            {t('session.why.refused')} ({t(`refusals.reason.${refused.reason}`)})
          </TextLink>
          {'. '}
        </>
      )}
      <span title={reason === null ? undefined : t('session.why.word', { word: reason })}>{sentence(end)}</span>
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
