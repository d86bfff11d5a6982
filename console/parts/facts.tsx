import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './card.css';

/** One thing that is known, or said not to be. */
export function Fact({ name, children }: { name: string; children?: ReactNode }) {
  const { t } = useTranslation();
  const isUnknown = children === undefined || children === null || children === false || children === '';
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isUnknown ? <span className="none">{t('session.unknown')}</span> : children}</dd>
    </div>
  );
}

export function Big({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
