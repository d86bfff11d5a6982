import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { useStationSite } from '../../api/station-queries.ts';
import { useStationSecurity } from '../../api/use-station-security.ts';
import { useWho } from '../../api/use-who.ts';
import { dash } from '../../parts/data-table.tsx';
import { LinkChip, LinkReason } from '../../parts/link-chip.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { AcceptButton } from '../equipment/accept-button.tsx';
import { AcceptDialog } from '../equipment/accept-dialog.tsx';
import { ArchiveButton, ArchiveDialog } from '../equipment/archive.tsx';
import { ExemptionChip } from '../equipment/exemption-chip.tsx';

/** What it is and how its connection stands: the state with its reason and its time. */
export function StationHead({ station }: { station: Station }) {
  const { t } = useTranslation();
  const [isAccepting, setIsAccepting] = useState(false);
  const [archiving, setArchiving] = useState<readonly string[] | null>(null);
  const { id, link, vendor, model, serialNumber, firmwareVersion, lastSeenAt, contest, passwordExemption } = station;
  const { acceptedAt, rejection } = station;
  const who = useWho();
  const site = useStationSite(id).data;
  const profile = useStationSecurity(id).data?.currentProfile ?? null;
  const version = link.state === 'offline' ? null : link.version;
  const kind = [vendor, model].filter(Boolean).join(' ');
  return (
    <header className="station-head">
      <div className="station-title">
        <h1>{id}</h1>
        <LinkChip link={link} />
        <span className="quiet">
          <LinkReason link={link} />
        </span>
        {passwordExemption !== undefined && <ExemptionChip exemption={passwordExemption} />}
        {(link.state === 'pending' || rejection !== null) && (
          <AcceptButton station={station} onAccept={() => setIsAccepting(true)} />
        )}
        {acceptedAt !== null && rejection === null && (
          <span className="station-archive">
            <ArchiveButton stations={[station]} onArchive={setArchiving} />
          </span>
        )}
      </div>
      {rejection !== null && (
        <p className="station-warning">
          {t('archive.isArchived', { who: who(rejection.by) })} <Moment time={rejection.at} says="ago" />
          {rejection.why !== null && `: ${rejection.why}`}
        </p>
      )}
      {contest !== undefined && <p className="station-warning">{t('link.contest', contest)}</p>}
      <dl className="station-facts">
        <Fact
          name={t('station.fact.model')}
          title={serialNumber === null ? undefined : t('equipment.serial', { serial: serialNumber })}
        >
          {kind === '' ? dash : kind}
        </Fact>
        <Fact name={t('station.fact.firmware')}>{firmwareVersion ?? dash}</Fact>
        <Fact name={t('station.fact.version')}>{version === null ? dash : `OCPP ${version}`}</Fact>
        <Fact name={t('station.fact.site')}>
          {site === undefined || site.site === null ? (
            <span className="none">{site === undefined ? '…' : t('station.fact.noSite')}</span>
          ) : (
            <TextLink to="/sites/$id" params={{ id: site.site.id }} fz="inherit">
              {site.site.name}
            </TextLink>
          )}
          {site?.note !== undefined && site.note !== null && <small>{site.note}</small>}
        </Fact>
        <Fact name={t('station.fact.profile')}>
          <TextLink to="/equipment/$id" params={{ id }} search={{ tab: 'security' }} fz="inherit">
            {profile === null ? t('station.fact.profileUnknown') : t('station.fact.profileOf', { profile })}
          </TextLink>
        </Fact>
        <Fact name={t('station.fact.lastSeen')}>
          {lastSeenAt === null ? t('time.never') : <Moment time={lastSeenAt} says="ago" />}
        </Fact>
      </dl>
      {archiving !== null && <ArchiveDialog ids={archiving} onClose={() => setArchiving(null)} />}
      {isAccepting && <AcceptDialog stationId={id} onClose={() => setIsAccepting(false)} />}
    </header>
  );
}

type FactProps = { name: string; title?: string | undefined; children: React.ReactNode };

function Fact({ name, title, children }: FactProps) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
