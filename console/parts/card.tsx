import { type ReactNode, useId } from 'react';
import './card.css';

type Props = { title: ReactNode; className?: string; actions?: ReactNode; children?: ReactNode };

export function Card({ title, className = '', actions, children }: Props) {
  const id = useId();
  const heading = <h2 id={id}>{title}</h2>;
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
      {actions === undefined ? (
        heading
      ) : (
        <div className="card-head">
          {heading}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
