import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Says that there is something new, over the list rather than in it: nothing moves until it is asked for. */
export function NewOnes({ count, onShow }: { count: number; onShow: () => void }) {
  const { t, i18n } = useTranslation();
  const formatted = new Intl.NumberFormat(i18n.language).format(count);
  return (
    <div className="new-ones" aria-live="polite">
      {count > 0 && (
        <Button size="compact-md" fz="sm" radius="xl" onClick={onShow}>
          {t('sessions.newOnes', { count, formatted })} · {t('sessions.showNew')}
        </Button>
      )}
    </div>
  );
}
