import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import './page-head.css';

type Props = { title: string; note?: ReactNode; children?: ReactNode };

/** What the page is, a word about it, and at the right what can be done. */
export function PageHead({ title, note, children }: Props) {
  usePageTitle(title);
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {note !== undefined && <p className="page-note">{note}</p>}
      <div className="page-actions">{children}</div>
    </div>
  );
}

/** What the tab of the browser says. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('shell.product')}`;
  }, [t, title]);
}
