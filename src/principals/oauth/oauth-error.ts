/** The words of RFC 6749, 6750, 7591 and 8707 for what went wrong. */
export type OAuthErrorCode =
  | ('invalid_request' | 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'invalid_target')
  | ('unauthorized_client' | 'unsupported_grant_type' | 'unsupported_response_type' | 'access_denied')
  | ('invalid_redirect_uri' | 'invalid_client_metadata' | 'temporarily_unavailable');

/** What a program is told in the words of OAuth; the description is for whoever writes or runs it. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
  }
}
