import type { Place } from './phrase.ts';

type Name = Place & { text: string };

/**
 * The stations and sites of a sentence, by the part in which each was named. A rule is about the same stations throughout: "restart CP-2 when
 * CP-1 fails" names two, and what it names in the second part is unclear.
 */
export class NamedPlaces {
  /** What stands before every other part, such as "at Depot, …", holds for all of them. */
  private readonly parts: Name[][] = [[]];
  private namesAtFact: readonly string[] = [];

  /** Another clause or action begins. */
  enter(): void {
    this.parts.push([]);
    this.namesAtFact = [];
  }

  add(name: Name): void {
    this.parts.at(-1)?.push(name);
  }

  passFact(): void {
    this.namesAtFact = keysOf(this.parts.at(-1) ?? []);
  }

  /** What was named after the last fact of this clause, and not before it. */
  sinceFact(): Name[] {
    if (this.namesAtFact.length === 0) return [];
    return (this.parts.at(-1) ?? []).filter((name) => !this.namesAtFact.includes(keyOf(name)));
  }

  found(): { stationIds: string[]; siteIds: string[] } {
    const idsOf = (is: 'station' | 'site') => [
      ...new Set(this.parts.flat().flatMap((name) => (name.is === is && 'id' in name ? [name.id] : []))),
    ];
    return { stationIds: idsOf('station'), siteIds: idsOf('site') };
  }

  /** Names that are not those of the part before. */
  unclear(): string[] {
    const [first, ...others] = this.parts.slice(1).filter((names) => names.length > 0);
    if (first === undefined) return [];
    const known = wholeOf(first);
    return others.filter((names) => wholeOf(names) !== known).flatMap((names) => names.map(({ text }) => text));
  }
}

function keyOf(name: Name): string {
  return 'id' in name ? `${name.is} ${name.id}` : name.is;
}

function keysOf(names: readonly Name[]): string[] {
  return names.map(keyOf);
}

/** "any station at Depot" is about Depot. */
function wholeOf(names: readonly Name[]): string {
  const named = names.filter(({ is }) => is !== 'any-station');
  return JSON.stringify([...new Set(keysOf(named))].toSorted());
}
