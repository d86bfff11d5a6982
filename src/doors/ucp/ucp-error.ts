/** What keeps a request from being handled at all. What the shop decides about a purchase is no such error: it is told in `messages`. */
export class UcpError extends Error {
  readonly code: string;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: string,
    content: string,
    { retryAfterSeconds }: { retryAfterSeconds?: number } = {},
  ) {
    super(content);
    this.name = 'UcpError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** As the MCP binding numbers it: -32001 where the two parties could not agree, -32602 for wrong arguments. */
  get rpcCode(): number {
    if (agreement.has(this.code)) return -32_001;
    return this.status === 400 ? -32_602 : this.status >= 500 && this.status !== 503 ? -32_603 : -32_000;
  }
}

const agreement = new Set(['invalid_profile_url', 'profile_unreachable', 'profile_malformed', 'version_unsupported']);
