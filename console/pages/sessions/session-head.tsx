import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#contract/sessions/detail.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import { usePrincipal } from '../../api/principal.ts';
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
import { SessionChip } from './session-chip.tsx';
import { SessionDuration } from './session-duration.tsx';
import { Silence } from './silence.tsx';
import { WhyEnded } from './why-ended.tsx';
import { whyNotStop } from './why-not-stop.ts';

type Props = {
  session: SessionDetail;
  onStop: () => void;
  /** Beside a list it is not the title of the page. */
  isBeside?: boolean;
};

/** What it is, how it stands, what can be done, and in big numbers what it came to. */
export function SessionHead({ session, onStop, isBeside = false }: Props) {
  const { t, i18n } = useTranslation();
  const { stationId, evseId, state, startedAt, energyWh, cost, powerW, averagePowerW } = session;
  const Title = isBeside ? 'h2' : 'h1';
  return (
    <section className="card session-head">
      <div className="session-title">
        <Title>{evseId === null ? stationId : t('session.at', { station: stationId, evse: evseId })}</Title>
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
        <TextLink to="/equipment/$id" params={{ id: stationId }}>
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
