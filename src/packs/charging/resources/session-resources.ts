import { SigecError } from '#base/errors.ts';
import { isUuid } from '#base/uuid.ts';
import type { Resource } from '#tools/resource.ts';
import type { PackNeeds } from '../needs.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { getTransactionDetails, sessionAnswer } from '../sessions/get-transaction-details.ts';
import { sessionPlace } from '../sessions/session-place.ts';
import { refOf, SessionIds } from './session-ids.ts';
import { address, beginning, plainJson, toolData } from './tool-data.ts';

const noSession = 'There is no such session. Call list_sessions to see which there are.';

/** Sessions by our id, and by OCPP's as the seed has it. */
export function sessionResources(needs: Pick<PackNeeds, 'charging' | 'may'>): Resource[] {
  const { charging } = needs;
  const details = getTransactionDetails(needs);
  const ids = new SessionIds(charging);
  const running = async (after?: string, limit = 100) => charging.sessions.find({ state: 'running', after, limit });
  return [
    {
      name: 'session',
      title: 'A charging session',
      description: 'Energy, time, cost, who began it and who or what ended it',
      uriTemplate: 'sigec://sessions/{id}',
      category: 'sessions',
      async read({ id = '' }, context) {
        const isId = isUuid(id);
        const { data } = await withSafeErrors({ NOT_FOUND: noSession }, () =>
          isId ? sessionAnswer(needs, id, context) : Promise.reject(new SigecError('NOT_FOUND', noSession)),
        );
        return plainJson(data);
      },
      /** Those that run: all there ever were are too many to list. */
      async list({ after, limit }) {
        const page = await running(sessionPlace(after), limit);
        return {
          entries: page.sessions.map(({ id, startedAt }) => ({
            uri: address('sessions', id),
            name: id,
            ...(startedAt !== null && { changedAt: startedAt }),
          })),
          ...(page.next !== null && { next: page.next }),
        };
      },
      complete: async (_parameter, begun) =>
        beginning(
          (await running()).sessions.map(({ id }) => id),
          begun,
        ),
      async changedBy(event) {
        const id = await ids.of(event);
        return id === undefined ? [] : [address('sessions', id)];
      },
    },
    {
      name: 'transaction',
      title: 'Details of a transaction',
      description: "As get_transaction_details returns it, by OCPP's transaction id or our session_id",
      uriTemplate: 'sigec://transactions/{transaction_id}',
      category: 'sessions',
      read: ({ transaction_id }, context) => toolData(details, { transaction_id }, context),
      complete: async (_parameter, begun) =>
        beginning(
          (await running()).sessions.map(({ ref }) => ref),
          begun,
        ),
      async changedBy(event) {
        const ref = refOf(event);
        const id = await ids.of(event);
        return [...(ref === undefined ? [] : [ref]), ...(id === undefined ? [] : [id])].map((name) =>
          address('transactions', name),
        );
      },
    },
  ];
}
