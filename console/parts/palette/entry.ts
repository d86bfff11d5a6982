import type { ComponentType } from 'react';
import type { StationVerb } from './station-verbs.ts';

export type StationAsk = { verb: StationVerb; stationId: string };

/** One line of the palette. */
export type Entry = {
  id: string;
  title: string;
  detail: string | null;
  /** Under which heading it stands. */
  group: 'actions' | 'found' | 'pages';
  Icon: ComponentType;
  /** Why it cannot be done; undefined: it can. */
  whyNot?: string | undefined;
  choose(): void;
};
