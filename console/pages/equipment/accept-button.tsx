import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { usePrincipal } from '../../api/principal.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { type WhyNotAccept, whyNotAccept } from './why-not-accept.ts';

type Props = { station: Station; onAccept: (stationId: string) => void };

export function AcceptButton({ station, onAccept }: Props) {
  const { t } = useTranslation();
  const refusal = useAcceptRefusal();
  const reason = whyNotAccept(usePrincipal(), station);
  return (
    <Button
      size="compact-md"
      fz="sm"
      aria-label={t('accept.buttonFor', { station: station.id })}
      {...unlessBlocked(reason === null ? undefined : refusal(reason), () => onAccept(station.id))}
    >
      {t('accept.button')}
    </Button>
  );
}

/** Says in a sentence why a station cannot be accepted. */
export function useAcceptRefusal(): (reason: WhyNotAccept) => string {
  const { t } = useTranslation();
  const principal = usePrincipal();
  return (reason) => t(`pending.whyNot.${reason}`, { role: t(`role.${principal?.role ?? 'viewer'}`) });
}
