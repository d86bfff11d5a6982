import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Notice } from './notice.tsx';

export function PageFailed({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  return (
    <Notice title={t('shell.pageFailed')}>
      <p className="quiet">
        {t('shell.pageFailedHelp', { message: error instanceof Error ? error.message : String(error) })}
      </p>
      <Button onClick={() => location.reload()}>{t('shell.reload')}</Button>
    </Notice>
  );
}
