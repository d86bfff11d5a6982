/** What the tests use of a provider that brings no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export type Account = { accountId: string; claims(): Promise<Record<string, unknown>> };
  export class Provider {
    constructor(
      issuer: string,
      configuration: { findAccount(context: unknown, id: string): Account; [more: string]: unknown },
    );
    callback(): RequestListener;
  }
}
