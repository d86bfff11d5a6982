export type { SessionLimits } from '#contract/session-limits.ts';
