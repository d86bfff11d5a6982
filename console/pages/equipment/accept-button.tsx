import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { usePrincipal } from '../../live/principal.ts';
import { useAcceptRefusal } from './use-accept-refusal.ts';
import { whyNotAccept } from './why-not-accept.ts';

type Props = { station: Station; onAccept: (stationId: string) => void };

/** Stays reachable when it cannot be pressed, so that a keyboard and a screen reader meet the reason too. */
export function AcceptButton({ station, onAccept }: Props) {
  const { t } = useTranslation();
  const refusal = useAcceptRefusal();
  const reason = whyNotAccept(usePrincipal(), station);
  const told = reason === null ? undefined : refusal(reason);
  return (
    <Button
      size="compact-md"
      fz="sm"
      aria-label={t('accept.buttonFor', { station: station.id })}
      aria-disabled={reason !== null}
      aria-description={told}
      data-disabled={reason !== null}
      title={told}
      onClick={() => {
        if (reason === null) onAccept(station.id);
      }}
    >
      {t('accept.button')}
    </Button>
  );
}
