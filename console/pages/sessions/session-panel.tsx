import { CloseButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#contract/sessions/detail.ts';
import { useSession, useSessionLive } from '../../api/session-queries.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { BillCard } from './bill-card.tsx';
import { SessionCurveCard } from './session-curve-card.tsx';
import { SessionFacts } from './session-facts.tsx';
import { SessionHead } from './session-head.tsx';
import { SessionOddities } from './session-oddities.tsx';
import { StopDialog } from './stop-dialog.tsx';
import './session-page.css';
import './session-panel.css';

/** A session beside its list, which stays where it is: why it ended, its curve, and its cost step by step. */
export function SessionPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  useSessionLive(id);
  const query = useSession(id);
  // Whoever works by keyboard goes on in the panel; the page under it does not move.
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);

  function press(event: KeyboardEvent) {
    const isOfDialogOver = !panel.current?.contains(event.target as Node); // React hands on what happens in dialogs too
    if (event.key === 'Escape' && !isOfDialogOver) onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, as it does every dialog
    <aside
      ref={panel}
      role="dialog"
      aria-label={t('session.panel.label')}
      tabIndex={-1}
      className="session-panel"
      onKeyDown={press}
    >
      <div className="session-panel-bar">
        <ButtonLink to="/sessions/$id" params={{ id }} variant="default" size="compact-md" fz="sm">
          {t('session.panel.page')}
        </ButtonLink>
        <CloseButton aria-label={t('session.panel.close')} onClick={onClose} />
      </div>
      <OfOne
        query={query}
        gone={t('session.notThere')}
        failed={t('session.readFailed')}
        back={<p className="quiet">{t('session.notThereHelp')}</p>}
      >
        {(session) => <Loaded key={id} session={session} />}
      </OfOne>
    </aside>
  );
}

function Loaded({ session }: { session: SessionDetail }) {
  const [isStopping, setIsStopping] = useState(false);
  return (
    <>
      <SessionHead session={session} onStop={() => setIsStopping(true)} isBeside />
      <SessionOddities oddities={session.oddities} />
      <SessionCurveCard session={session} />
      <BillCard session={session} />
      <SessionFacts session={session} />
      {isStopping && <StopDialog session={session} onClose={() => setIsStopping(false)} />}
    </>
  );
}
