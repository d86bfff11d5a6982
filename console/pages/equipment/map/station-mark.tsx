import type { ReactNode } from 'react';
import { type StationState, stateTone } from '../station-state.ts';

/** A state as a shape and a colour: either alone tells it. */
export function StationMark({ state }: { state: StationState }) {
  return (
    <svg className={`station-mark tone-${stateTone[state]}`} viewBox="0 0 20 20" data-state={state} aria-hidden="true">
      {shapes[state]}
    </svg>
  );
}

const filled = { fill: 'var(--dot)', stroke: 'var(--sheet)', strokeWidth: 1.5 } as const;
const hollow = { fill: 'var(--sheet)', stroke: 'var(--dot)', strokeWidth: 2.5 } as const;
const sign = { fill: 'none', stroke: 'var(--sheet)', strokeWidth: 2, strokeLinecap: 'round' } as const;

const shapes: Record<StationState, ReactNode> = {
  available: <circle cx="10" cy="10" r="7.5" {...filled} />,
  occupied: (
    <>
      <rect x="2.5" y="2.5" width="15" height="15" rx="3" {...filled} />
      <path d="M11 4.8 6.8 11h3l-.8 4.2L13.2 9h-3z" fill="var(--sheet)" />
    </>
  ),
  reserved: <path d="M10 1.5 18.5 10 10 18.5 1.5 10z" {...filled} />,
  unavailable: (
    <>
      <rect x="2.5" y="2.5" width="15" height="15" rx="3" {...filled} />
      <path d="M6.5 10h7" {...sign} />
    </>
  ),
  faulted: (
    <>
      <path d="M10 1.5 19 17.5H1z" strokeLinejoin="round" {...filled} />
      <path d="M10 7.5v4M10 14.5v.01" {...sign} />
    </>
  ),
  offline: (
    <>
      <circle cx="10" cy="10" r="7" {...hollow} />
      <path d="M5.5 14.5l9-9" stroke="var(--dot)" strokeWidth="2.5" />
    </>
  ),
  pending: <path d="M10 2.5 17.5 10 10 17.5 2.5 10z" {...hollow} />,
  unknown: <circle cx="10" cy="10" r="7" strokeDasharray="3 2.5" {...hollow} />,
};
