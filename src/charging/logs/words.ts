/** The words in which logs are spoken of, for the door that carries them. */
export type { LogKind, LogStatus } from '#contract/logs.ts';
