import { type ConductRule, everyVersion } from '../quirk.ts';

export const lateAnswer: ConductRule = {
  id: 'late-answer',
  kind: 'conduct',
  title: 'An answer that comes after we stopped waiting is attached to its command.',
  seenIn: 'evcc-io/evcc#26837, a Mennekes: answers after 60 s.',
  versions: everyVersion,
  actions: 'all',
};
