import type { Charging } from '#charging/charging.ts';
import type { LedgerEvent } from '#contract/event.ts';

const maxKnown = 10_000;

/** Events name a session by its station and OCPP's id; its own id is looked up once. Asked only while somebody listens. */
export class SessionIds {
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
export function refOf({ kind, body }: LedgerEvent): string | undefined {
  if (!kind.startsWith('session-')) return undefined;
  const ref = body['ref'] ?? body['sessionRef'];
  return typeof ref === 'string' ? ref : undefined;
}
