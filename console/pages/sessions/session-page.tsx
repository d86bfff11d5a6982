import { Button, Group, Stack, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionApi } from '#contract/api/sessions.ts';
import type { SessionDetail } from '#contract/sessions/detail.ts';
import type { SessionOddity } from '#contract/sessions/oddity.ts';
import { call } from '../../api/call.ts';
import { useSession, useSessionLive } from '../../api/session-queries.ts';
import { useWho } from '../../api/use-who.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { Card } from '../../parts/card.tsx';
import { Fact } from '../../parts/facts.tsx';
import { Dialog, FormDialog } from '../../parts/form-dialog.tsx';
import { isKnownWord } from '../../parts/known-word.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { usePageTitle } from '../../parts/page-head.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { energyText } from '../../text/quantities.ts';
import { en } from '../../text/texts.generated.ts';
import { exactTime } from '../../text/time.ts';
import { CardName } from '../access/card-name.tsx';
import { BillCard } from './bill-card.tsx';
import { evidenceLines } from './oddity-evidence.ts';
import { OrderSteps } from './order-steps.tsx';
import { useRefusedStart } from './refused-start.ts';
import { SessionCurveCard } from './session-curve-card.tsx';
import { SessionHead } from './session-head.tsx';
import { SessionTimeline } from './session-timeline.tsx';
import { useSessionWords } from './session-words.ts';
import { SignedValuesCard } from './signed-values-card.tsx';
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

/** What is odd about a session, and what shows it. */
function SessionOddities({ oddities }: { oddities: readonly SessionOddity[] }) {
  const { t, i18n } = useTranslation();
  const words = useSessionWords();
  if (oddities.length === 0) return null;
  return (
    <Card title={t('session.flags')} className="session-oddities">
      <p className="quiet">{t('session.flagsHelp')}</p>
      <ul>
        {oddities.map((oddity) => {
          const { label, help } = words.flag(oddity.flag);
          const lines = new Set(evidenceLines(oddity, { t, language: i18n.language, reason: words.reason }));
          return (
            <li key={oddity.flag}>
              <span className="chip tone-door">{label}</span>
              <div>
                {help}
                <ul className="evidence">
                  {[...lines].map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Asks once, then shows what the station answered, and after it the effect: the session's real end. */
function StopDialog({ session, onClose }: { session: SessionDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const words = useSessionWords();
  const { draft, text } = useDraft({ why: '' });
  const why = draft.why.trim();
  const station = session.stationId;
  const stop = useChange({
    send: () => call(sessionApi.stop, { params: { id: session.id }, body: why === '' ? {} : { why } }),
    touches: ['session'],
  });
  if (stop.data === undefined) {
    return (
      <FormDialog
        title={t('stop.title', { station })}
        submit={t('stop.submit')}
        save={stop}
        onClose={onClose}
        explain={t('stop.explain')}
        isGrave
        cancel={t('stop.cancel')}
      >
        <TextInput label={t('stop.why')} maxLength={300} {...text('why')} />
      </FormDialog>
    );
  }
  const reason = words.reason(session.stopReason) ?? t('session.unknown');
  const effect = session.state === 'running' ? null : t('stop.ended', { reason });
  return (
    <Dialog title={t('stop.titleAsked', { station })} onClose={onClose}>
      <Stack gap="md">
        <OrderSteps order={stop.data} waiting={t('stop.accepted')} effect={effect} />
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('stop.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The small print: times, token, registers, and what the station calls it. */
function SessionFacts({ session }: { session: SessionDetail }) {
  const { t, i18n } = useTranslation();
  const { startedAt, endedAt, tokenHash, tokenType, reservationId, firstRegisterWh, lastRegisterWh } = session;
  const name = useWho();
  const refused = useRefusedStart(session);
  const cardId = tokenHash ?? refused?.tokenId ?? null;
  const { by, command } = session.start;
  const who =
    by === 'remote' && command !== null
      ? t('session.startedBy.remoteNamed', { who: name(command.askedBy) })
      : t(`session.startedBy.${by}`);
  const register = (wh: number | null) => (wh === null ? null : energyText(wh, i18n.language));
  return (
    <Card title={t('session.facts')} className="session-facts">
      <dl className="facts">
        <Fact name={t('session.fact.began')}>
          {startedAt !== null && <time dateTime={startedAt}>{exactTime(startedAt, i18n.language)}</time>}
          <small>{who}</small>
        </Fact>
        {session.state === 'ended' && (
          <Fact name={t('session.fact.ended')}>
            {endedAt === null ? null : <time dateTime={endedAt}>{exactTime(endedAt, i18n.language)}</time>}
          </Fact>
        )}
        <Fact name={t('session.fact.token')}>
          {cardId !== null && (
            <>
              <CardName id={cardId} />
              {tokenType !== null && (
                <small>{isKnownWord(en.tokens.type, tokenType) ? t(`tokens.type.${tokenType}`) : tokenType}</small>
              )}
            </>
          )}
        </Fact>
        <Fact name={t('session.fact.firstRegister')}>{register(firstRegisterWh)}</Fact>
        <Fact name={t('session.fact.lastRegister')}>{register(lastRegisterWh)}</Fact>
        <Fact name={t('session.fact.ref')}>
          <span className="mono">{session.ref}</span>
        </Fact>
        {reservationId !== null && <Fact name={t('session.fact.reservation')}>{reservationId}</Fact>}
        <Fact name={t('session.fact.messages')}>{session.eventCount}</Fact>
      </dl>
    </Card>
  );
}
