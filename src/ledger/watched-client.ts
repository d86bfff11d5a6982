import type { Client } from 'pg';
import { asError } from '#base/errors.ts';

/** The connection as one transaction sees it. */
export type WatchedClient = {
  client: Client;
  /** Why the transaction failed: its first failure, whichever statement's failure reaches its caller first. */
  cause(): Error | undefined;
  /** From now on a statement of this transaction is refused: after a rollback it would be written outside of any. */
  end(): void;
};

/** What every statement hears that comes after the one that failed. */
const afterFailure = '25P02';

/**
 * Statements travel together, so several of them fail together, and the first promise to reject may be that of a later statement.
 * The server answers in the order of the statements: the first failure seen here is the true one, for every table alike.
 */
export function watchClient(connection: Client): WatchedClient {
  let cause: Error | undefined;
  let hasEnded = false;
  const query = (...given: Parameters<Client['query']>): unknown => {
    if (hasEnded) return Promise.reject(new Error('a statement came after the end of its transaction'));
    const answer = connection.query(...given) as unknown as Promise<unknown>;
    answer.catch((error: unknown) => {
      if ((error as { code?: string }).code !== afterFailure) cause ??= asError(error);
    });
    return answer;
  };
  const client = Object.assign(Object.create(connection) as Client, { query: query as Client['query'] });
  return {
    client,
    cause: () => cause,
    end() {
      hasEnded = true;
    },
  };
}
