import type { ReactNode } from 'react';
import './chip.css';
import type { Tone } from './tones.ts';

export function Chip({ tone, title, children }: { tone: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={`chip tone-${tone}`} title={title}>
      <span className="dot" />
      {children}
    </span>
  );
}
