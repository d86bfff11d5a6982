import { useTranslation } from 'react-i18next';
import type { SessionDetail, SessionEnd } from '#contract/sessions/detail.ts';
import { useWho } from '../../live/use-who.ts';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useRefusedStart } from './refused-start.ts';
import { useSessionWords } from './session-words.ts';

/** The end in a sentence: who, why, when, and what was asked of the station from afar. */
export function WhyEnded({ session, end }: { session: SessionDetail; end: SessionEnd }) {
  const { t } = useTranslation();
  const words = useSessionWords();
  const name = useWho();
  const refused = useRefusedStart(session);
  const { at, by, reason, command } = end;
  const who =
    by === 'remote' && command !== null
      ? t('session.endedBy.remoteNamed', { who: name(command.askedBy) })
      : t(`session.endedBy.${by}`);
  const because = words.reason(reason);
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
