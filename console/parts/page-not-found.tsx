import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Notice } from './notice.tsx';

export function PageNotFound() {
  const { t } = useTranslation();
  return (
    <Notice title={t('shell.notFound')}>
      <p className="quiet">{t('shell.notFoundHelp')}</p>
      <Button component={Link} to="/">
        {t('shell.notFoundBack')}
      </Button>
    </Notice>
  );
}
