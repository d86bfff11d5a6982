import type { Work } from '../harness/bench.ts';
import { sizingTable } from '../sizing/sizing-table.ts';

export const sizing: Work = {
  name: 'sizing',
  about: 'what fleets of 10 to 1,000,000 stations need, computed from measured figures (docs/guides/scaling.md)',
  run() {
    console.log(sizingTable('en'));
    return Promise.resolve([]);
  },
};
