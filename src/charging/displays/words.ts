/** The words in which displays are spoken of, for the door that carries them. */
export type { DisplayContent, DisplayFormat, DisplayPriority, DisplayState, DisplayText } from '#contract/display.ts';
