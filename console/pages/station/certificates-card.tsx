import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstalledCertificate } from '#contract/stations/certificates.ts';
import type { Station } from '#contract/stations/station.ts';
import { useStationCertificates } from '../../api/station-queries.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Card } from '../../parts/card.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { DayOf, Moment } from '../../parts/moment.tsx';
import { PlainCommandButton } from './commands/plain-command-button.tsx';
import { SchemaCommandDialog } from './commands/schema-command.tsx';
import { useWhyNotCommand } from './commands/use-why-not-command.ts';

/** The certificates that a station trusts, as it last told. */
export function CertificatesCard({ station }: { station: Station }) {
  const { t } = useTranslation();
  const [isInstalling, setIsInstalling] = useState(false);
  const { data, error } = useStationCertificates(station.id);
  const whyNot = useWhyNotCommand(station);
  return (
    <Card
      title={t('station.certificates.title')}
      actions={
        <div className="command-buttons">
          <PlainCommandButton station={station} command="list-certificates" touches={['station-certificates']}>
            {t('station.certificates.ask')}
          </PlainCommandButton>
          <Button variant="default" size="compact-md" fz="sm" {...unlessBlocked(whyNot, () => setIsInstalling(true))}>
            {t('station.certificates.install')}
          </Button>
        </div>
      }
    >
      <DataTable<InstalledCertificate>
        label={t('station.certificates.title')}
        rows={data?.installed}
        idOf={({ serialNumber, issuerKeyHash, purpose }) => `${purpose} ${issuerKeyHash} ${serialNumber}`}
        none={t('station.certificates.none')}
        problem={error}
        columns={useColumns(station)}
      />
      {isInstalling && (
        <SchemaCommandDialog station={station} command="install-certificate" onClose={() => setIsInstalling(false)} />
      )}
    </Card>
  );
}

function useColumns(station: Station): Column<InstalledCertificate>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('station.certificates.purpose'),
      kind: 'main',
      cell: ({ purpose, subject, serialNumber }) => (
        <>
          {t(`stationSecurity.purpose.${purpose}`)}
          <small className="wrap">{subject ?? serialNumber}</small>
        </>
      ),
    },
    {
      head: t('station.certificates.expires'),
      cell: ({ expiresAt }) => (expiresAt === null ? dash : <DayOf time={expiresAt} />),
    },
    { head: t('station.configuration.known'), cell: ({ seenAt }) => <Moment time={seenAt} says="ago" /> },
    {
      head: '',
      kind: 'actions',
      cell: ({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }) => (
        <PlainCommandButton
          station={station}
          command="delete-certificate"
          input={{ hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }}
          touches={['station-certificates']}
        >
          {t('station.certificates.delete')}
        </PlainCommandButton>
      ),
    },
  ];
}
