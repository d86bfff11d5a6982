import { change, everyVersion, type RepairRule } from '../quirk.ts';

export const letterCase: RepairRule = {
  id: 'letter-case',
  kind: 'repair',
  title: 'A word of a list in other letters (available, NO_ERROR, kwh) is read as that word.',
  seenIn: 'Stations whose firmware writes its own constants: "available", "accepted", "kwh".',
  versions: everyVersion,
  actions: 'all',
  repair(flaw) {
    if (flaw.keyword !== 'enum' || typeof flaw.value !== 'string') return undefined;
    const given = plain(flaw.value);
    const [meant, other] = (flaw.schema?.enum ?? []).filter((word) => plain(word) === given);
    return meant === undefined || other !== undefined ? undefined : change(flaw, meant);
  },
};

/** L1-L2 and L12 differ, so only what stands between words goes. */
function plain(word: string): string {
  return word.trim().replaceAll(/[_ ]/g, '').toLowerCase();
}
