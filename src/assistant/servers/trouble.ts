import { InsufficientScopeError, SdkError, SdkErrorCode, SdkHttpError, SseError } from '@modelcontextprotocol/client';
import { asError } from '#base/errors.ts';
import { NotProven } from '#base/prove-server.ts';
import type { Offer } from './offered-tools.ts';

export type Trouble =
  | 'no-answer'
  | 'no-such-host'
  | 'too-slow'
  | 'key-refused'
  | 'not-allowed'
  | 'not-proven'
  | 'sign-in-needed'
  | 'sign-in-failed'
  | 'failing'
  | 'no-mcp'
  | 'no-such-command'
  | 'ended'
  | 'other';

/** Nobody is there who could sign in, or whoever was there did not. */
export class SignInProblem extends Error {
  readonly trouble: 'sign-in-needed' | 'sign-in-failed';

  constructor(trouble: SignInProblem['trouble'], cause?: unknown) {
    super(trouble, { cause });
    this.trouble = trouble;
  }
}

export class TooSlow extends Error {}

export function troubleOf(thrown: unknown): Trouble {
  for (const error of chainOf(thrown)) {
    if (error instanceof SignInProblem) return error.trouble;
    if (error instanceof NotProven) return 'not-proven';
    if (error instanceof TooSlow) return 'too-slow';
    if (error instanceof InsufficientScopeError) return 'not-allowed';
    const status = statusOf(error);
    if (status !== undefined) return troubleOfStatus(status);
    const byCode = codes[codeOf(error)];
    if (byCode !== undefined) return byCode;
  }
  return 'other';
}

function troubleOfStatus(status: number): Trouble {
  if (status === 401) return 'key-refused';
  if (status === 403) return 'not-allowed';
  return status >= 500 || status === 429 ? 'failing' : 'no-mcp';
}

export function statusOf(error: unknown): number | undefined {
  if (error instanceof SdkHttpError) return error.data.status;
  return error instanceof SseError ? error.code : undefined;
}

const codes: Readonly<Record<string, Trouble>> = {
  ECONNREFUSED: 'no-answer',
  ECONNRESET: 'no-answer',
  EHOSTUNREACH: 'no-answer',
  ENETUNREACH: 'no-answer',
  ETIMEDOUT: 'too-slow',
  UND_ERR_CONNECT_TIMEOUT: 'too-slow',
  UND_ERR_HEADERS_TIMEOUT: 'too-slow',
  UND_ERR_SOCKET: 'no-answer',
  ENOTFOUND: 'no-such-host',
  EAI_AGAIN: 'no-such-host',
  ENOENT: 'no-such-command',
  EACCES: 'no-such-command',
  [SdkErrorCode.RequestTimeout]: 'too-slow',
  [SdkErrorCode.ConnectionClosed]: 'ended',
  [SdkErrorCode.NotConnected]: 'ended',
  [SdkErrorCode.SendFailed]: 'ended',
  [SdkErrorCode.ClientHttpUnexpectedContent]: 'no-mcp',
  [SdkErrorCode.EraNegotiationFailed]: 'no-mcp',
};

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  // That nothing answers is wrapped as a failed negotiation: what it was caused by says more.
  if (error instanceof SdkError && error.cause !== undefined) return '';
  return typeof code === 'string' ? code : '';
}

/** What was thrown, and what that was caused by; several addresses of one host fail together. */
function* chainOf(thrown: unknown): Generator<Error> {
  let error: Error | undefined = asError(thrown);
  for (let depth = 0; error !== undefined && depth < 10; depth += 1) {
    yield error;
    const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
    error = inner === undefined ? undefined : asError(inner);
  }
}

/** Whether a request cannot have reached whom it was for, so that it may be sent again. */
export function wasNeverSent(thrown: unknown): boolean {
  return [...chainOf(thrown)].some((error) => {
    const { code } = error as NodeJS.ErrnoException;
    return (
      code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === SdkErrorCode.NotConnected
    );
  });
}

export function isLost(thrown: unknown): boolean {
  const trouble = troubleOf(thrown);
  return trouble === 'no-answer' || trouble === 'no-such-host' || trouble === 'ended';
}

type Where = {
  name: string;
  address: string;
  detail: string;
};

const sentences = {
  'no-answer': ({ address }) => `Nothing answers at ${address}.`,
  'no-such-host': ({ address }) => `The host of ${address} is not known.`,
  'too-slow': ({ address }) => `${address} did not answer in time.`,
  'key-refused': ({ address }) => `${address} refuses the key, or wants one.`,
  'not-allowed': ({ address }) => `${address} does not allow this key what is asked.`,
  'not-proven': ({ address }) =>
    `What listens at ${address} cannot prove that it is your server, so it was sent nothing. Name your server with SIGEC_URL.`,
  'sign-in-needed': ({ name }) => `${name} wants a person to sign in; open "sigec chat" and follow the link it shows.`,
  'sign-in-failed': ({ name }) =>
    `The sign-in to ${name} did not succeed. If it wants a key instead, put that into its headers in the mcpServers file.`,
  failing: ({ address }) => `${address} answers with errors of its own.`,
  'no-mcp': ({ address }) => `What answers at ${address} does not speak MCP.`,
  'no-such-command': ({ address }) => `The command "${address}" cannot be started.`,
  ended: ({ name }) => `${name} ended the connection.`,
  other: ({ name, detail }) => `${name} could not be connected: ${detail}.`,
} satisfies Record<Trouble, (where: Where) => string>;

export function sentenceOf(trouble: Trouble, where: Where): string {
  return sentences[trouble](where);
}

type Facts = {
  name: string;
  address: string;
  trouble: Trouble | null;
  signInAt: string | null;
  detail: string;
  retryAt: Date | null;
  offer: Pick<Offer, 'changed' | 'leftOut'>;
};

export function reasonOf({ name, address, trouble, signInAt, detail, retryAt, offer }: Facts): string | null {
  if (signInAt !== null) return `Sign in to ${name} at ${signInAt}`;
  if (trouble !== null) {
    const next = retryAt === null ? '' : ` It is tried again at ${retryAt.toISOString().slice(11, 19)} UTC.`;
    return `${sentenceOf(trouble, { name, address, detail })}${next}`;
  }
  const told = [
    ...(offer.changed.length > 0 ? [`${offer.changed.length} of its tools are not as they were accepted.`] : []),
    ...(offer.leftOut > 0
      ? [`${offer.leftOut} of its tools are too large, too many or too strangely named to be offered.`]
      : []),
  ];
  return told.length === 0 ? null : told.join(' ');
}
