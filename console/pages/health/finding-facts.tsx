import { Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding, FindingEvidence } from '#contract/findings/finding.ts';
import { useEventAt } from '../../api/finding-queries.ts';
import { useEventWords } from '../../parts/event-words.ts';
import { Fact } from '../../parts/facts.tsx';
import { isKnownWord } from '../../parts/known-word.ts';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { readerWords } from '../../text/reader-words.ts';

export const severityTones = { critical: 'bad', warning: 'held', notice: 'rest' } as const;

/** Why, how likely, the probable cause and what to do; then what it stands on. */
export function FindingFacts({ finding }: { finding: Finding }) {
  const { t, i18n } = useTranslation();
  const words = (said: Finding['title']) => readerWords(said, i18n.language) ?? said.code;
  const { stationId, risk, horizonHours, cause, code, evidence, openedAt, lastSeenAt } = finding;
  return (
    <>
      <dl className="facts">
        <Fact name={t('health.why')}>{words(finding.why)}</Fact>
        <Fact name={t('health.todo')}>{words(finding.advice)}</Fact>
        <Fact name={t('health.probableCause')}>
          {t(`health.cause.${cause}`)}
          {code !== null && ` (${code})`}
        </Fact>
        <Fact name={t('health.risk')}>
          {t('health.within', { percent: Math.round(risk * 100), hours: horizonHours })}
        </Fact>
        {stationId !== null && (
          <Fact name={t('form.station')}>
            <TextLink to="/equipment/$id" params={{ id: stationId }} search={{ tab: 'timeline' }}>
              {stationId}
            </TextLink>
          </Fact>
        )}
        <Fact name={t('health.since')}>
          <Moment time={openedAt} says="ago" /> · {t('health.lastSeen')} <Moment time={lastSeenAt} says="ago" />
        </Fact>
      </dl>
      <section className="finding-facts">
        <h3>{t('health.evidence')}</h3>
        <ul className="finding-evidence">
          {evidence.map((each) => (
            <li key={`${each.at} ${each.eventId} ${each.signal} ${each.stationId} ${each.value}`}>
              <Evidence evidence={each} isOfModel={stationId === null} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Evidence({ evidence, isOfModel }: { evidence: FindingEvidence; isOfModel: boolean }) {
  const { t, i18n } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { eventId, stationId, at, signal, value, sessionRef } = evidence;
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value);
  const said = isKnownWord('health.signal', signal)
    ? t(`health.signal.${signal}`, { value: number })
    : `${signal} ${number}`;
  return (
    <>
      <Moment time={at} says="ago" /> · {said}
      {isOfModel && (
        <>
          {' · '}
          <TextLink to="/equipment/$id" params={{ id: stationId }}>
            {stationId}
          </TextLink>
        </>
      )}
      {eventId === null ? (
        sessionRef !== null && ` · ${t('health.inSession', { ref: sessionRef.slice(0, 8) })}`
      ) : (
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('health.event')} <VisuallyHidden>{eventId}</VisuallyHidden>
        </Button>
      )}
      {isOpen && eventId !== null && <EventLine id={eventId} />}
    </>
  );
}

function EventLine({ id }: { id: string }) {
  const { t } = useTranslation();
  const words = useEventWords();
  const { data, error } = useEventAt(id);
  const event = data?.events.find((each) => each.id === id);
  if (error !== null) return <p>{error.message}</p>;
  if (data !== undefined && event === undefined) return <p>{t('health.eventGone')}</p>;
  return event === undefined ? (
    <p>…</p>
  ) : (
    <p>
      {words(event)} <small className="mono">{id}</small>
    </p>
  );
}
