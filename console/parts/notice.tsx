import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
import './notice.css';

/** A calm sheet in the middle of an otherwise empty page. */
export function Notice({ title, children }: { title?: string; children?: ReactNode }) {
  return (
    <div className="notice">
      <Logo size={44} />
      {title !== undefined && <h1>{title}</h1>}
      {children}
    </div>
  );
}
