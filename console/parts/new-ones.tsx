import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import './new-ones.css';

type Props = { count: number; words: string; onShow: () => void };

/** Says that there is something new, over the list rather than in it: nothing moves until it is asked for. */
export function NewOnes({ count, words, onShow }: Props) {
  const { t } = useTranslation();
  return (
    <div className="new-ones" aria-live="polite">
      {count > 0 && (
        <Button size="compact-md" fz="sm" radius="xl" onClick={onShow}>
          {words} · {t('sessions.showNew')}
        </Button>
      )}
    </div>
  );
}
