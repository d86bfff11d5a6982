import { useTranslation } from 'react-i18next';
import { securityApi } from '#contract/api/security.ts';
import type { SecurityEvent, SecuritySeverity } from '#contract/stations/security.ts';
import type { StationSecurityFacts, StationSignIn } from '#contract/stations/security-facts.ts';
import { pendingReason } from '#contract/stations/station.ts';
import { call } from '../../api/call.ts';
import { useStationSecurity } from '../../api/use-station-security.ts';
import { RowButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { Fact } from '../../parts/facts.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { DayOf, Moment } from '../../parts/moment.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import type { Tone } from '../../parts/tones.ts';
import { useChange } from '../../parts/use-change.ts';
import { useSecurityWords } from '../../parts/use-security-words.ts';
import { UpgradeCard } from './upgrade-card.tsx';

/** All facts about the security of a station. */
export function StationSecurity({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <OfOne
      query={useStationSecurity(id)}
      gone={t('stationSecurity.notThere')}
      failed={t('stationSecurity.readFailed')}
      back={<ButtonLink to="/equipment">{t('stationSecurity.back')}</ButtonLink>}
    >
      {(facts) => <Loaded key={id} id={id} facts={facts} />}
    </OfOne>
  );
}

type Props = { id: string; facts: StationSecurityFacts };

function Loaded({ id, facts }: Props) {
  return (
    <>
      <div className="columns-two">
        <UpgradeCard id={id} facts={facts} />
        <Proof facts={facts} />
      </div>
      <Events id={id} facts={facts} />
      <SignIns facts={facts} />
    </>
  );
}

const certificateTones = { fine: 'good', warning: 'held', critical: 'bad', expired: 'bad', revoked: 'bad' } as const;
const signatureTones = { signed: 'good', unsigned: 'held', invalid: 'bad', unknown: 'rest' } as const;

function Proof({ facts: { password, passwordExemption, certificate, installed, firmware } }: Pick<Props, 'facts'>) {
  const { t } = useTranslation();
  return (
    <Card title={t('stationSecurity.proof')}>
      <dl className="facts">
        <Fact name={t('stationSecurity.field.password')}>
          {t(password.isSet ? 'stationSecurity.passwordSet' : 'stationSecurity.passwordNone')}
          {password.changedAt !== null && (
            <small>
              <Moment time={password.changedAt} says="ago" />
            </small>
          )}
          {passwordExemption !== null && (
            <Chip tone="bad">
              {t('stationSecurity.exempt', { network: passwordExemption.network })}{' '}
              <DayOf time={passwordExemption.until} />
            </Chip>
          )}
          {password.changes.length > 0 && <small>{t('stationSecurity.passwordChanging')}</small>}
        </Fact>
        <Fact name={t('stationSecurity.field.certificate')}>
          {certificate === null ? (
            <span className="none">{t('stationSecurity.noCertificate')}</span>
          ) : (
            <>
              <Chip tone={certificateTones[certificate.status]}>
                {t(`stationSecurity.certificateState.${certificate.status}`)}
              </Chip>
              <small>{certificate.subject}</small>
              <small>{certificate.serialNumber}</small>
              <small>
                {t('stationSecurity.until')} <DayOf time={certificate.expiresAt} />
              </small>
            </>
          )}
        </Fact>
        <Fact name={t('stationSecurity.field.trusts')}>
          {installed.length === 0 ? (
            <span className="none">{t('stationSecurity.trustsNone')}</span>
          ) : (
            installed.map(({ purpose, subject, serialNumber }) => (
              <small key={`${purpose} ${serialNumber}`}>
                {t(`stationSecurity.purpose.${purpose}`)}: {subject ?? serialNumber}
              </small>
            ))
          )}
        </Fact>
        <Fact name={t('stationSecurity.field.firmware')}>
          <Chip tone={signatureTones[firmware.signature]}>{t(`stationSecurity.signature.${firmware.signature}`)}</Chip>
          {firmware.version !== null && <small>{firmware.version}</small>}
        </Fact>
      </dl>
    </Card>
  );
}

const severityTones = { critical: 'bad', warning: 'held', notice: 'rest' } as const satisfies Record<
  SecuritySeverity,
  Tone
>;

function Events({ id, facts: { events } }: Props) {
  const { t } = useTranslation();
  const acknowledge = useChange({
    send: (eventId: string) => call(securityApi.acknowledge, { params: { id, eventId }, body: {} }),
    touches: ['station-security'],
  });
  return (
    <Card title={t('stationSecurity.events', { open: events.open, critical: events.openCritical })}>
      <DataTable<SecurityEvent>
        label={t('stationSecurity.eventsLabel')}
        rows={events.events}
        idOf={(event) => event.id}
        none={t('stationSecurity.noEvents')}
        problem={acknowledge.error}
        columns={useEventColumns(acknowledge.mutate)}
      />
    </Card>
  );
}

function useEventColumns(acknowledge: (eventId: string) => void): Column<SecurityEvent>[] {
  const { t } = useTranslation();
  const words = useSecurityWords();
  return [
    {
      head: t('stationSecurity.column.type'),
      kind: 'main',
      cell: ({ type }) => (
        <>
          {words.event(type)}
          {words.event(type) !== type && <small className="mono">{type}</small>}
        </>
      ),
    },
    {
      head: t('stationSecurity.column.severity'),
      cell: ({ severity }) => <Chip tone={severityTones[severity]}>{t(`stationSecurity.severity.${severity}`)}</Chip>,
    },
    { head: t('stationSecurity.column.details'), cell: ({ details }) => details ?? dash },
    {
      head: t('stationSecurity.column.time'),
      cell: ({ happenedAt }) => <Moment time={happenedAt} says="ago" />,
    },
    {
      head: '',
      kind: 'actions',
      cell: (event) => (
        <RowButton scope="stations:change" onClick={() => acknowledge(event.id)}>
          {t('stationSecurity.acknowledge')}
        </RowButton>
      ),
    },
  ];
}

const refusals = ['none', ...pendingReason.options] as const;

function SignIns({ facts: { signIns } }: Pick<Props, 'facts'>) {
  const { t } = useTranslation();
  return (
    <Card title={t('stationSecurity.signIns')}>
      <DataTable<StationSignIn>
        label={t('stationSecurity.signIns')}
        rows={signIns}
        idOf={({ at }) => at}
        none={t('stationSecurity.noSignIns')}
        columns={useSignInColumns()}
      />
    </Card>
  );
}

function useSignInColumns(): Column<StationSignIn>[] {
  const { t } = useTranslation();
  const reasonOf = ({ profile, reason }: StationSignIn) => {
    if (profile !== null) return t('stationSecurity.letIn', { profile });
    const known = refusals.find((word) => word === (reason ?? 'none'));
    return known === undefined ? reason : t(`stationSecurity.refusal.${known}`);
  };
  return [
    { head: t('stationSecurity.column.address'), kind: 'main', cell: ({ address }) => address },
    {
      head: t('stationSecurity.column.outcome'),
      cell: (signIn) => <Chip tone={signIn.reason === null ? 'good' : 'bad'}>{reasonOf(signIn)}</Chip>,
    },
    { head: t('stationSecurity.column.time'), cell: ({ at }) => <Moment time={at} says="ago" /> },
  ];
}
