import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RowButton } from '../../parts/action-button.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';

const Dialog = lazyPart(async () => {
  await import('../campaigns/campaign-texts.ts');
  return (await import('./open-dialog.tsx')).OpenTicketDialog;
});

/** Opens a ticket for a station where its trouble is told. */
export function TicketButton({ stationId, title }: { stationId: string; title: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isOpening, setIsOpening] = useState(false);
  return (
    <>
      <RowButton
        scope="tickets:change"
        aria-label={t('now.ticketFor', { station: stationId })}
        onClick={() => setIsOpening(true)}
      >
        {t('now.ticket')}
      </RowButton>
      {isOpening && (
        <Dialog
          from={{ stationId, title }}
          onClose={() => setIsOpening(false)}
          onOpened={({ id }) => void navigate({ to: '/tickets/$id', params: { id } })}
        />
      )}
    </>
  );
}
