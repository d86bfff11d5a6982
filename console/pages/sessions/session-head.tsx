import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#contract/sessions/detail.ts';
import { Big } from '../../parts/facts.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { moneyText } from '../../text/money.ts';
import { energyText, powerText } from '../../text/quantities.ts';
import { SessionChip } from './session-chip.tsx';
import { SessionDuration } from './session-duration.tsx';
import { Silence } from './silence.tsx';
import { StopButton } from './stop-button.tsx';
import { WhyEnded } from './why-ended.tsx';

type Props = { session: SessionDetail; onStop: () => void };

/** What it is, how it stands, what can be done, and in big numbers what it came to. */
export function SessionHead({ session, onStop }: Props) {
  const { t, i18n } = useTranslation();
  const { stationId, evseId, state, startedAt, energyWh, cost, powerW, averagePowerW } = session;
  const none = <span className="none">–</span>;
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
        <Big name={t('session.fact.energy')}>{energyWh === null ? none : energyText(energyWh, i18n.language)}</Big>
        {cost !== null && <Big name={t('bill.title')}>{moneyText(cost.total, cost.currency, i18n.language)}</Big>}
        <Big name={t('session.fact.duration')}>
          <SessionDuration session={session} />
        </Big>
        {state === 'running' && (
          <Big name={t('session.fact.power')}>{powerW === null ? none : powerText(powerW, i18n.language)}</Big>
        )}
        <Big name={t('session.fact.averagePower')}>
          {averagePowerW === null ? none : powerText(averagePowerW, i18n.language)}
        </Big>
      </dl>
    </section>
  );
}
