import type { Subject } from '#contract/agents/assistant.ts';
import type { Station } from '#contract/stations/station.ts';

const ofAll = ['faulted', 'charging', 'energy', 'waiting'] as const;
type Name = (typeof ofAll)[number] | 'whyFaulted' | 'whyOffline' | 'happened' | 'restart' | 'session';

/** From what the page is about, and how that is just now. */
export function suggestionsFor(
  subjects: readonly Subject[],
  stations: readonly Pick<Station, 'id' | 'link' | 'connectors'>[],
): { name: Name; id: string }[] {
  const [subject] = subjects;
  const general = ofAll.map((name) => ({ name, id: '' }));
  if (subject?.kind === 'session') return [{ name: 'session', id: subject.id }, ...general];
  if (subject?.kind === 'station') {
    const station = stations.find(({ id }) => id === subject.id);
    const { id } = subject;
    const why = station === undefined ? [] : whyOf(station).map((name) => ({ name, id }));
    return [...why, { name: 'happened', id }, { name: 'restart', id }, ...general].slice(0, 5) as {
      name: Name;
      id: string;
    }[];
  }
  const [inTrouble] = stations.filter((station) => whyOf(station).length > 0);
  const first = inTrouble === undefined ? [] : whyOf(inTrouble).map((name) => ({ name, id: inTrouble.id }));
  return [...first, ...general];
}

function whyOf({ link, connectors }: Pick<Station, 'link' | 'connectors'>): Name[] {
  if (connectors.some(({ status }) => status === 'faulted')) return ['whyFaulted'];
  return link.state === 'offline' ? ['whyOffline'] : [];
}
