import type { Facts, FoundState } from '#main/maintenance-commands.ts';

/** One text for everything the doctor can find; without `repair` it is in order. */
export type FindingTexts = { [State in FoundState]: (facts: Facts[State]) => { found: string; repair?: string } };
