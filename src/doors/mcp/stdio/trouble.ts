import { SdkHttpError } from '@modelcontextprotocol/client';
import { asError } from '#base/errors.ts';
import { isRecord, ownJson } from '#base/json.ts';

/** Why a message got no answer of the product's own. */
export type Trouble = 'unreachable' | 'key-refused' | 'broken-off' | 'not-understood';

/** What the host, and with it the model, is told. */
export const sentences = {
  unreachable: 'SIGEC-VE does not answer. Start it with "sigec serve", then try again.',
  'key-refused': 'SIGEC-VE refuses the key of this connection. Ask an administrator for another one.',
  'broken-off': 'The connection to SIGEC-VE ended before the answer. See what was done before you ask again.',
  'not-understood': 'SIGEC-VE could not take this message.',
} satisfies Record<Trouble, string>;

export function troubleOf(thrown: unknown): Trouble {
  if (thrown instanceof SdkHttpError) return thrown.data.status === 401 ? 'key-refused' : 'not-understood';
  const { code } = asError(thrown) as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'broken-off' : 'unreachable';
}

type ProtocolProblem = { code: number; message: string; data?: unknown };

/** What the product refused in the protocol's own words, to be passed on as it is. */
export function protocolErrorIn(thrown: unknown): ProtocolProblem | undefined {
  const text = thrown instanceof SdkHttpError ? thrown.data['text'] : undefined;
  if (typeof text !== 'string') return undefined;
  const read = ownJson(text); // no JSON: the answer of something else than MCP
  const error = isRecord(read) && isRecord(read['error']) ? read['error'] : {};
  if (typeof error['code'] !== 'number' || typeof error['message'] !== 'string') return undefined;
  const { code, message, data } = { ...error, code: error['code'], message: error['message'] } as ProtocolProblem;
  return { code, message, ...(data !== undefined && { data }) };
}
