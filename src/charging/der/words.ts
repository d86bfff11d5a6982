/** The words in which grid support is spoken of, for the door that stations come by. */
export type { DerControl, DerControlType, DerCurve, DerUnit, GridFault } from '#contract/der.ts';
