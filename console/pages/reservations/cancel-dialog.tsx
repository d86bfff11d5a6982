import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Reservation } from '#contract/access/reservation.ts';
import { reservationApi } from '#contract/api/reservations.ts';
import { send } from '../../live/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/told.tsx';

export function CancelDialog({ reservation, onClose }: { reservation: Reservation; onClose: () => void }) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () =>
      send(reservationApi.cancel, { params: { id: reservation.stationId, reservationId: reservation.id } }),
    onSuccess: () => {
      tell(t('reservations.cancelled', { station: reservation.stationId }));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['reservations'] }),
  });
  return (
    <FormDialog
      title={t('reservations.cancelTitle', { station: reservation.stationId })}
      isOpen
      onClose={onClose}
      onSubmit={() => cancel.mutate()}
      submit={t('reservations.cancelSubmit')}
      isSending={cancel.isPending}
      problem={cancel.error}
      isGrave
      cancel={t('reservations.keep')}
    >
      <Text size="sm">{t('reservations.cancelExplain')}</Text>
    </FormDialog>
  );
}
