import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sessionApi } from '#contract/api/sessions.ts';
import { linkTo } from '../../live/call.ts';
import type { SessionListView } from '../../live/session-list.ts';
import { DownloadIcon } from '../../parts/icons.tsx';
import '../../parts/page-head.css';

type Props = { view: SessionListView; asked: URLSearchParams; isNarrowed: boolean; onClear: () => void };

/** What the page is, how much of it is shown, and the same as a file. */
export function SessionsHead({ view, asked, isNarrowed, onClear }: Props) {
  const { t } = useTranslation();
  const query = { ...Object.fromEntries(asked), format: 'csv' as const };
  return (
    <div className="page-head">
      <h1>{t('sessions.title')}</h1>
      <p className="page-note" aria-live="polite">
        <HowMany view={view} />
        {isNarrowed && (
          <Anchor component="button" type="button" onClick={onClear}>
            {t('sessions.clear')}
          </Anchor>
        )}
      </p>
      <Button
        component="a"
        href={linkTo(sessionApi.export, { query })}
        download
        variant="default"
        size="compact-md"
        fz="sm"
        className="page-export"
        aria-label={t('sessions.export')}
        title={t('sessions.export')}
      >
        <DownloadIcon />
        <span className="export-word">{t('sessions.export')}</span>
      </Button>
    </div>
  );
}

function HowMany({ view }: { view: SessionListView }) {
  const { t, i18n } = useTranslation();
  const count = view.sessions.length;
  if (count === 0) return null;
  const formatted = new Intl.NumberFormat(i18n.language).format(count);
  return view.hasMore ? t('sessions.shownMore', { formatted }) : t('sessions.shown', { count, formatted });
}
