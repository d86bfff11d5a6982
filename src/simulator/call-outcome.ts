/** How a call of the station ended. Only `result` means that the server has taken what was said. */
export type CallOutcome<Result> =
  | { kind: 'result'; messageId: string; latencyMs: number; answer: Result }
  | { kind: 'call-error'; messageId: string; latencyMs: number; code: string; description: string }
  | { kind: 'malformed-answer'; messageId: string; latencyMs: number }
  | { kind: 'timed-out' | 'connection-lost' | 'not-sent'; messageId: string };
