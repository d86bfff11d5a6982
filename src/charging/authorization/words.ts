/** The words in which authorization is spoken of, for the door that stations come by. */
export type { AuthorizationStatus } from '#contract/token.ts';
