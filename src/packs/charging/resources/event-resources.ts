import { SigecError } from '#base/errors.ts';
import { formatPosition, parsePosition } from '#ledger/position.ts';
import type { Resource } from '#tools/resource.ts';
import { eventForAgents } from '../history/event-for-agents.ts';
import type { PackNeeds } from '../needs.ts';
import { plainJson } from './tool-data.ts';

/** A fact of the ledger by its id, so that every claim can be looked up. It never changes. */
export function eventResources({ ledger }: Pick<PackNeeds, 'ledger'>): Resource[] {
  return [
    {
      name: 'event',
      title: 'An event',
      description: 'One fact of the ledger, as list_events and what_happened name it',
      uriTemplate: 'sigec://events/{id}',
      category: 'events',
      async read({ id = '' }) {
        const [event] = isPosition(id) ? await ledger.read({ after: justBefore(id), limit: 1 }) : [];
        if (event?.id !== id)
          throw new SigecError('NOT_FOUND', 'There is no such event, or it is being recorded at this moment.');
        return plainJson(eventForAgents(event));
      },
    },
  ];
}

function isPosition(text: string): boolean {
  return /^\d{1,19}\.\d{1,18}$/.test(text);
}

/** Positions are ordered by transaction, then by row. */
function justBefore(position: string): string {
  const { xid, id } = parsePosition(position);
  return formatPosition({ xid, id: String(BigInt(id) - 1n) });
}
