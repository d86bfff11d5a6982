import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#contract/sessions/detail.ts';
import { ApiProblem } from '../../live/call.ts';
import { useSession, useSessionLive } from '../../live/session-queries.ts';
import { BackLink } from '../../parts/back-link.tsx';
import '../../parts/card.css';
import { ButtonLink } from '../../parts/links.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { BillCard } from './bill-card.tsx';
import { SessionCurveCard } from './session-curve-card.tsx';
import { SessionFacts } from './session-facts.tsx';
import { SessionHead } from './session-head.tsx';
import { SessionOddities } from './session-oddities.tsx';
import './session-details.css';
import './session-page.css';
import { SessionTimeline } from './session-timeline.tsx';
import { SignedValuesCard } from './signed-values-card.tsx';
import { StopDialog } from './stop-dialog.tsx';

const route = getRouteApi('/sessions/$id');

export function SessionPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  useSessionLive(id);
  const { data: session, error } = useSession(id);
  const stationId = session?.stationId;
  useEffect(() => {
    const title = stationId === undefined ? t('sessions.title') : t('session.title', { station: stationId });
    document.title = `${title} · ${t('shell.product')}`;
  }, [t, stationId]);

  if (session !== undefined) return <Loaded key={id} session={session} />;
  if (error instanceof ApiProblem && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT'))
    return <NotThere />;
  return (
    <>
      <BackLink to="/sessions">{t('session.back')}</BackLink>
      {error !== null && <ProblemNote title={t('session.readFailed')} problem={error} />}
      {error === null && <Skeleton height={220} radius={12} mt="md" />}
    </>
  );
}

function Loaded({ session }: { session: SessionDetail }) {
  const { t } = useTranslation();
  const [isStopping, setIsStopping] = useState(false);
  return (
    <>
      <BackLink to="/sessions">{t('session.back')}</BackLink>
      <SessionHead session={session} onStop={() => setIsStopping(true)} />
      <SessionOddities oddities={session.oddities} />
      <SessionCurveCard session={session} />
      <div className="columns-two">
        <SessionTimeline sessionId={session.id} />
        <div className="session-side">
          <BillCard session={session} />
          <SessionFacts session={session} />
          <SignedValuesCard sessionId={session.id} />
        </div>
      </div>
      <StopDialog session={session} isOpen={isStopping} onClose={() => setIsStopping(false)} />
    </>
  );
}

function NotThere() {
  const { t } = useTranslation();
  return (
    <Notice title={t('session.notThere')}>
      <p className="quiet">{t('session.notThereHelp')}</p>
      <ButtonLink to="/sessions">{t('session.back')}</ButtonLink>
    </Notice>
  );
}
