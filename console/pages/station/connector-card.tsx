import { useTranslation } from 'react-i18next';
import type { ListedSession } from '#contract/sessions/session.ts';
import type { Connector, Station } from '#contract/stations/station.ts';
import { Chip } from '../../parts/chip.tsx';
import { connectorNumber } from '../../parts/connector-number.ts';
import { dash } from '../../parts/data-table.tsx';
import { Big } from '../../parts/facts.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { connectorTone } from '../../parts/tones.ts';
import { useFaultWords } from '../../parts/use-fault-words.ts';
import { moneyText } from '../../text/money.ts';
import { energyText, powerText } from '../../text/quantities.ts';
import { CardName } from '../access/card-name.tsx';
import { SessionChip } from '../sessions/session-chip.tsx';
import { SessionDuration } from '../sessions/session-duration.tsx';
import { Silence } from '../sessions/silence.tsx';
import { CommandButton } from './commands/command-button.tsx';
import type { RowName } from './commands/command-rows.ts';
import type { Opened } from './live-tab.tsx';

type Props = {
  station: Station;
  connector: Connector;
  session: ListedSession | undefined;
  whyNot: string | undefined;
  onOpen: (opened: Opened) => void;
};

/** One connector: its status with reason and time, what charges there, and what can be asked of it. */
export function ConnectorCard({ station, connector, session, whyNot, onOpen }: Props) {
  const { t } = useTranslation();
  const faultWords = useFaultWords();
  const { evseId, connectorId, status, activity, reason, changedAt } = connector;
  const number = connectorNumber(connector, station.connectors) ?? '';
  const name = t('connector.name', { number });
  const whyNotStart = status === 'unavailable' || status === 'faulted' ? t(`start.whyNot.${status}`) : undefined;
  const open = (row: RowName) =>
    onOpen({ row, place: { evseId, connectorId }, ...(row === 'stop' && session && { sessionId: session.id }) });
  const rows: readonly RowName[] = [
    session === undefined ? 'start' : 'stop',
    'unlock',
    'availability',
    'limit',
    'reserve',
  ];
  return (
    <section className="card connector-card" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <Chip tone={connectorTone[status]}>
          {activity === null ? t(`connector.status.${status}`) : t(`connector.activity.${activity}`)}
        </Chip>
        <span className="quiet">
          {reason !== null && <>{faultWords(reason)} · </>}
          <Moment time={changedAt} says="for" />
          {station.link.state === 'offline' && ` (${t('connector.stale')})`}
        </span>
      </header>
      {session === undefined ? <p className="quiet">{t('connector.noSession')}</p> : <Running session={session} />}
      <div className="command-buttons">
        {rows.map((row) => (
          <CommandButton
            key={row}
            row={row}
            whyNot={whyNot ?? (row === 'start' ? whyNotStart : undefined)}
            isFirst={row === 'start' || row === 'stop'}
            onClick={() => open(row)}
          />
        ))}
      </div>
    </section>
  );
}

function Running({ session }: { session: ListedSession }) {
  const { t, i18n } = useTranslation();
  const { id, energyWh, powerW, cost, tokenHash } = session;
  return (
    <>
      <p className="connector-running">
        <SessionChip session={session} />
        {tokenHash !== null && <CardName id={tokenHash} />}
        <TextLink to="/sessions/$id" params={{ id }} fz="sm">
          {t('connector.session')}
        </TextLink>
        <span className="quiet">
          <Silence session={session} />
        </span>
      </p>
      <dl className="big-numbers">
        <Big name={t('session.fact.power')}>{powerW === null ? dash : powerText(powerW, i18n.language)}</Big>
        <Big name={t('session.fact.energy')}>{energyWh === null ? dash : energyText(energyWh, i18n.language)}</Big>
        <Big name={t('session.fact.duration')}>
          <SessionDuration session={session} />
        </Big>
        <Big name={t('station.live.cost')}>
          {cost === null ? dash : moneyText(cost.total, cost.currency, i18n.language)}
        </Big>
      </dl>
    </>
  );
}
