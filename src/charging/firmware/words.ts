/** The words in which firmware is spoken of, for the door that carries them. */
export type { FirmwareStatus } from '#contract/firmware.ts';
