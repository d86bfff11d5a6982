import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#contract/sessions/detail.ts';
import { useSession, useSessionLive } from '../../api/session-queries.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { usePageTitle } from '../../parts/page-head.tsx';
import { BillCard } from './bill-card.tsx';
import { SessionCurveCard } from './session-curve-card.tsx';
import { SessionFacts } from './session-facts.tsx';
import { SessionHead } from './session-head.tsx';
import { SessionOddities } from './session-oddities.tsx';
import { SessionTimeline } from './session-timeline.tsx';
import { SignedValuesCard } from './signed-values-card.tsx';
import { StopDialog } from './stop-dialog.tsx';
import './session-details.css';
import './session-page.css';

const route = getRouteApi('/sessions/$id');

export function SessionPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  useSessionLive(id);
  const query = useSession(id);
  const stationId = query.data?.stationId;
  usePageTitle(stationId === undefined ? t('sessions.title') : t('session.title', { station: stationId }));

  return (
    <OfOne
      query={query}
      gone={t('session.notThere')}
      failed={t('session.readFailed')}
      back={
        <>
          <p className="quiet">{t('session.notThereHelp')}</p>
          <ButtonLink to="/sessions">{t('session.back')}</ButtonLink>
        </>
      }
    >
      {(session) => <Loaded key={id} session={session} />}
    </OfOne>
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
      {isStopping && <StopDialog session={session} onClose={() => setIsStopping(false)} />}
    </>
  );
}
