import { SigecError } from '#base/errors.ts';
import { plainJson } from '#base/json-schema.ts';
import { isUuid } from '#base/uuid.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { Resource } from '#tools/pack.ts';
import type { PackNeeds } from '../needs.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { getTransactionDetails, sessionAnswer } from '../sessions/get-transaction-details.ts';
import { sessionPlace } from '../sessions/list-sessions.ts';
import { address, beginning, toolData } from './tool-data.ts';

const maxKnown = 10_000;

/** Events name a session by its station and OCPP's id; its own id is looked up once. Asked only while somebody listens. */
class SessionIds {
  private readonly known = new Map<string, string>();
  private readonly charging: Pick<Charging, 'sessions'>;

  constructor(charging: Pick<Charging, 'sessions'>) {
    this.charging = charging;
  }

  async of(event: LedgerEvent): Promise<string | undefined> {
    const { stationId, body } = event;
    const ref = refOf(event);
    if (stationId === null || ref === undefined) return undefined;
    if (typeof body['sessionId'] === 'string') return body['sessionId'];
    const name = `${stationId}\n${ref}`;
    const id = this.known.get(name) ?? (await this.charging.sessions.findByRef(stationId, ref))?.id;
    if (id === undefined) return undefined;
    this.known.delete(name); // what is used stays
    this.known.set(name, id);
    const [oldest] = this.known.keys();
    if (this.known.size > maxKnown && oldest !== undefined) this.known.delete(oldest);
    return id;
  }
}

/** OCPP's id of the session that an event is about. */
function refOf({ kind, body }: LedgerEvent): string | undefined {
  if (!kind.startsWith('session-')) return undefined;
  const ref = body['ref'] ?? body['sessionRef'];
  return typeof ref === 'string' ? ref : undefined;
}

const noSession = 'There is no such session. Call list_sessions to see which there are.';

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
