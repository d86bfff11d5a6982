import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Link, Station } from '#contract/stations/station.ts';
import { usePrincipal } from '../../api/principal.ts';
import { DoorIcon } from '../../parts/icons.tsx';
import { LinkReason } from '../../parts/link-chip.tsx';
import { TextLink } from '../../parts/links.tsx';
import { SignInLink } from '../../parts/may-note.tsx';
import { AcceptAllButton } from './accept-all.tsx';
import { AcceptButton, useAcceptRefusal } from './accept-button.tsx';
import { RejectButton } from './reject-dialog.tsx';
import { notAllowed } from './why-not-accept.ts';

type Props = { stations: readonly Station[]; onAccept: (stationId: string) => void; onShowAll: () => void };

const shownAtOnce = 5;

/** Those who wait longest come first: a new one is added below and moves nothing. */
export function PendingSection({ stations, onAccept, onShowAll }: Props) {
  const { t, i18n } = useTranslation();
  const refusal = useAcceptRefusal();
  const reason = notAllowed(usePrincipal());
  const waiting = useMemo(
    () => stations.toSorted((one, other) => (sinceOf(one) < sinceOf(other) ? -1 : 1)),
    [stations],
  );
  return (
    <section className="door" aria-labelledby="door-title">
      <div className="door-head">
        <h2 id="door-title">
          <DoorIcon />
          {t('pending.title')}
        </h2>
        <p>{t('pending.help')}</p>
        <AcceptAllButton ids={acceptable(stations)} />
        {reason !== null && (
          <p className="door-reason">
            {refusal(reason)} {reason === 'notSignedIn' && <SignInLink />}
          </p>
        )}
      </div>
      <ul className="door-list">
        {waiting.slice(0, shownAtOnce).map((station) => (
          <li key={station.id} className="pending-station">
            <TextLink className="pending-id" to="/equipment/$id" params={{ id: station.id }}>
              {station.id}
            </TextLink>
            <span className="pending-model">{[station.vendor, station.model].filter(Boolean).join(' ')}</span>
            <span className="pending-facts">
              <LinkReason link={station.link} />
              <PendingOrigin link={station.link} />
            </span>
            <span className="pending-actions">
              <AcceptButton station={station} onAccept={onAccept} />
              <RejectButton stationId={station.id} />
            </span>
          </li>
        ))}
      </ul>
      {stations.length > shownAtOnce && (
        <Anchor component="button" type="button" className="door-more" onClick={onShowAll}>
          {t('pending.showAll', { total: new Intl.NumberFormat(i18n.language).format(stations.length) })}
        </Anchor>
      )}
    </section>
  );
}

export function PendingOrigin({ link }: { link: Link }) {
  const { t } = useTranslation();
  if (link.state !== 'pending') return null;
  return (
    <span>
      {t('pending.from', { address: link.address })} · {t('pending.attempts', { count: link.attempts })}
    </span>
  );
}

/** Strangers alone: one of ours that lost its password needs a new one, and others are not helped by it. */
function acceptable(stations: readonly Station[]): string[] {
  return stations
    .filter(
      ({ link, acceptedAt }) => acceptedAt === null && link.state === 'pending' && link.reason === 'unknown-station',
    )
    .map(({ id }) => id);
}

function sinceOf({ link }: Station): string {
  return link.since ?? '';
}
