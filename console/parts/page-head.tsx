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

/** What the tab of the browser says: the page, and the part of it that is open. */
const named = { page: '', part: '' };

export function usePageTitle(title: string): void {
  useNamed('page', title);
}

/** Empty: the part that the page begins with. */
export function usePartTitle(title: string): void {
  useNamed('part', title);
}

function useNamed(place: keyof typeof named, title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    named[place] = title;
    document.title = [named.page, named.part, t('shell.product')].filter(Boolean).join(' · ');
    return () => {
      named[place] = '';
    };
  }, [t, place, title]);
}
