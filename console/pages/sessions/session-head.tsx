import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SessionDetail, SessionEnd } from '#contract/sessions/detail.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import { usePrincipal } from '../../api/principal.ts';
import { useWho } from '../../api/use-who.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { unlessBlocked } from '../../parts/blocked.ts';
import { dash } from '../../parts/data-table.tsx';
import { Big } from '../../parts/facts.tsx';
import { TextLink } from '../../parts/links.tsx';
import { SignInLink } from '../../parts/may-note.tsx';
import { Moment } from '../../parts/moment.tsx';
import { commandScope } from '../../parts/why-not-act.ts';
import { moneyText } from '../../text/money.ts';
import { energyText, powerText } from '../../text/quantities.ts';
import { useRefusedStart } from './refused-start.ts';
import { SessionChip } from './session-chip.tsx';
import { SessionDuration } from './session-duration.tsx';
import { useSessionWords } from './session-words.ts';
import { Silence } from './silence.tsx';
import { whyNotStop } from './why-not-stop.ts';

type Props = { session: SessionDetail; onStop: () => void };

/** What it is, how it stands, what can be done, and in big numbers what it came to. */
export function SessionHead({ session, onStop }: Props) {
  const { t, i18n } = useTranslation();
  const { stationId, evseId, state, startedAt, energyWh, cost, powerW, averagePowerW } = session;
  return (
    <section className="card session-head">
      <div className="session-title">
        <h1>{evseId === null ? stationId : t('session.at', { station: stationId, evse: evseId })}</h1>
        <SessionChip session={session} />
        {state === 'running' && startedAt !== null && (
          <span className="quiet">
            <Moment time={startedAt} says="for" />
            <Silence session={session} />
          </span>
        )}
        <StopButton session={session} onStop={onStop} />
      </div>
      <p className="session-ways">
        <TextLink to="/equipment" search={{ search: stationId }}>
          {t('session.toStation', { station: stationId })}
        </TextLink>
        <TextLink to="/sessions" search={{ station: stationId }}>
          {t('session.sameStation', { station: stationId })}
        </TextLink>
      </p>
      {session.end !== null && <WhyEnded session={session} end={session.end} />}
      <dl className="big-numbers">
        <Big name={t('session.fact.energy')}>{energyWh === null ? dash : energyText(energyWh, i18n.language)}</Big>
        {cost !== null && <Big name={t('bill.title')}>{moneyText(cost.total, cost.currency, i18n.language)}</Big>}
        <Big name={t('session.fact.duration')}>
          <SessionDuration session={session} />
        </Big>
        {state === 'running' && (
          <Big name={t('session.fact.power')}>{powerW === null ? dash : powerText(powerW, i18n.language)}</Big>
        )}
        <Big name={t('session.fact.averagePower')}>
          {averagePowerW === null ? dash : powerText(averagePowerW, i18n.language)}
        </Big>
      </dl>
    </section>
  );
}

/** The end in a sentence: who, why, when, and what was asked of the station from afar. */
function WhyEnded({ session, end }: { session: SessionDetail; end: SessionEnd }) {
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

/** With the reason beside it when it cannot be pressed. */
function StopButton({ session, onStop }: { session: ListedSession; onStop: () => void }) {
  const { t } = useTranslation();
  const principal = usePrincipal();
  const link = useBoard().stations.find(({ id }) => id === session.stationId)?.link;
  const reason = whyNotStop({ principal, session, link });
  const told =
    reason === null
      ? undefined
      : t(`stop.whyNot.${reason}`, { role: t(`role.${principal?.role ?? 'viewer'}`), scope: commandScope });
  return (
    <div className="stop">
      {told !== undefined && (
        <span className="stop-reason">
          {told} {reason === 'notSignedIn' && <SignInLink />}
        </span>
      )}
      <Button color="red" variant="outline" {...unlessBlocked(told, onStop)}>
        {t('stop.button')}
      </Button>
    </div>
  );
}
