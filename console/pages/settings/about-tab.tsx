import { Anchor, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { systemApi } from '#contract/api/system.ts';
import { linkTo } from '../../api/call.ts';
import { useAbout } from '../../api/principal.ts';
import { Card } from '../../parts/card.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Fact } from '../../parts/facts.tsx';
import { FileLink } from '../../parts/file-link.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { numberText } from '../../text/quantities.ts';
import './settings.css';
import { useInstallation } from './use-installation.ts';

/** Which program this is, what it stands on, where it is reached, and the file for whoever helps. */
export function AboutTab() {
  const { t, i18n } = useTranslation();
  const { data, error } = useInstallation();
  if (error !== null) return <ProblemNote problem={error} />;
  if (data === undefined) return <Skeleton height={300} radius={12} />;
  const { version, licence, node, platform, startedAt, database, counts } = data;
  return (
    <div className="columns-two">
      <div>
        <Card title={t('settings.about.title')}>
          <dl className="facts">
            <Fact name={t('settings.about.version')}>{version}</Fact>
            <Fact name={t('settings.about.licence')}>{licence}</Fact>
            <Fact name={t('settings.about.running')}>
              <Moment time={startedAt} says="for" />
            </Fact>
            <Fact name={t('settings.about.database')}>
              PostgreSQL {database.version}
              <small>
                {t(`settings.about.place.${database.place}`)} ·{' '}
                {numberText(database.sizeBytes / 1_000_000, i18n.language, 1)} MB ·{' '}
                {t('settings.about.migrations', { count: database.migrations })}
              </small>
            </Fact>
            <Fact name={t('settings.about.platform')}>
              Node.js {node} <small className="mono">{platform}</small>
            </Fact>
            <Fact name={t('access.stations')}>
              {t('settings.about.stations', { count: counts.stations, online: counts.stationsOnline })}
            </Fact>
            <Fact name={t('settings.about.runningSessions')}>{counts.runningSessions}</Fact>
            <Fact name={t('devices.title')}>{counts.devices}</Fact>
          </dl>
          <p className="settings-links">
            <Anchor fz="inherit" href="/docs" target="_blank" rel="noreferrer">
              {t('settings.about.api')}
            </Anchor>
            <Anchor fz="inherit" href="/openapi.json" target="_blank" rel="noreferrer">
              OpenAPI
            </Anchor>
            <Anchor fz="inherit" href="/licenses.md" target="_blank" rel="noreferrer">
              {t('settings.about.licences')}
            </Anchor>
          </p>
        </Card>
        <Card title={t('settings.about.bundle')}>
          <p className="settings-note">{t('settings.about.bundleHelp')}</p>
          <FileLink href={linkTo(systemApi.supportBundle, {})}>{t('settings.about.bundleDownload')}</FileLink>
        </Card>
      </div>
      <Addresses />
    </div>
  );
}

const kinds = ['ocpp', 'ocppTls', 'mcp', 'api', 'devices'] as const;

function Addresses() {
  const { t } = useTranslation();
  const addresses = useAbout().data?.addresses;
  if (addresses === undefined) return null;
  return (
    <Card title={t('settings.about.addresses')}>
      {kinds.map((kind) => {
        const address = addresses[kind];
        if (address === null) return null;
        return (
          <div key={kind} className="settings-address">
            <h3>{t(`settings.about.address.${kind}`)}</h3>
            <CopyLine value={address} what={t(`settings.about.address.${kind}`)} />
          </div>
        );
      })}
    </Card>
  );
}
