import { useTranslation } from 'react-i18next';
import type { Reservation, ReservationStatus } from '#contract/access/reservation.ts';
import { useWho } from '../../api/use-who.ts';
import { RowButton } from '../../parts/action-button.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, dash } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import type { Tone } from '../../parts/tones.ts';
import { dayTime, exactTime } from '../../text/time.ts';
import { CardName } from '../access/card-name.tsx';

const tones = {
  planned: 'held',
  asked: 'door',
  active: 'held',
  refused: 'bad',
  used: 'good',
  cancelled: 'rest',
  expired: 'rest',
  removed: 'bad',
  'no-session': 'rest',
} as const satisfies Record<ReservationStatus, Tone>;

/** Where, for whom, from when to when, and how it stands and why. */
export function useReservationColumns(onCancel: (reservation: Reservation) => void): readonly Column<Reservation>[] {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const who = useWho();
  return [
    {
      head: t('form.station'),
      kind: 'main',
      cell: ({ stationId, evseId, connectorType }) => (
        <div>
          <TextLink to="/equipment" search={{ search: stationId }} fw={600}>
            {evseId === null ? stationId : t('session.at', { station: stationId, evse: evseId })}
          </TextLink>
          {evseId === null && <small>{connectorType ?? t('reservations.anyEvse')}</small>}
        </div>
      ),
    },
    {
      head: t('reservations.column.state'),
      cell: ({ status, why, code }) => (
        <div>
          <Chip tone={tones[status]} title={t(`reservations.help.${status}`)}>
            {t(`reservations.status.${status}`)}
          </Chip>
          <small title={code ?? undefined}>{why ?? t(`reservations.help.${status}`)}</small>
        </div>
      ),
    },
    {
      head: t('reservations.column.when'),
      cell: ({ startsAt, expiresAt }) => (
        <span title={`${exactTime(startsAt, language)} – ${exactTime(expiresAt, language)}`}>
          {dayTime(startsAt, language)} – {dayTime(expiresAt, language)}
        </span>
      ),
    },
    { head: t('tokens.column.token'), cell: ({ tokenId }) => <CardName id={tokenId} /> },
    { head: t('reservations.column.by'), cell: ({ createdBy }) => (createdBy === null ? dash : who(createdBy)) },
    {
      head: '',
      kind: 'actions',
      cell: (reservation) => (
        <RowButton
          scope="reservations:change"
          whyNot={reservation.endedAt === null ? undefined : t('reservations.over')}
          aria-label={t('reservations.cancelNamed', { station: reservation.stationId, number: reservation.id })}
          onClick={() => onCancel(reservation)}
        >
          {t('reservations.cancel')}
        </RowButton>
      ),
    },
  ];
}
