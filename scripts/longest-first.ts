import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './run-tool.ts';

/**
 * The suite that waits most begins; the short files of the others keep all workers busy until the end. In the soak the months of energy,
 * which need a processor each, follow when no test of processes runs any more.
 */
const projects = ['system', 'integration', 'database', 'unit'];

/**
 * Files that run for long in `npm test` or in the soak, however small they are, so that none of them is still running when all others
 * have ended. Those that start several nodes stand apart, since each of them takes more than a gigabyte.
 */
export const longFiles: readonly string[] = [
  'test/nodes/rolling-restart.test.ts',
  'test/browser/accessibility.test.ts',
  'test/safety/injection/injection.test.ts',
  'test/attacks/connections.test.ts',
  'test/faults/kill-payments.test.ts',
  'test/nodes/three-nodes.test.ts',
  'test/scenarios/restored-product.test.ts',
  'test/scenarios/device-voice.test.ts',
  'test/faults/database-away.test.ts',
  'test/scenarios/agent-terminal.test.ts',
  'test/nodes/energy-of-three-nodes.test.ts',
  'test/safety/arbitrary-caller.test.ts',
  'test/faults/disk-full.test.ts',
  'test/scenarios/device-fleet.test.ts',
  'test/scenarios/poisoned-projections.test.ts',
  'test/nodes/many-cores.test.ts',
  'test/faults/kill-energy.test.ts',
  'test/attacks/guards.test.ts',
  'test/mutations/mutations.test.ts',
  'test/faults/kill-sessions.test.ts',
  'test/scenarios/fleet.test.ts',
  'test/nodes/partitions.test.ts',
  'test/faults/kill.test.ts',
  'test/faults/silent-database.test.ts',
  'test/nodes/wrong-clocks.test.ts',
  'test/simulation/simulation-on-postgres.test.ts',
];

/** Begins with the files known to run for long, then takes the larger ones before the smaller ones. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const largestFirst = super.sort.bind(this);
    return (await largestFirst(files)).toSorted(
      (one, other) =>
        projects.indexOf(one.project.name) - projects.indexOf(other.project.name) || placeOf(one) - placeOf(other),
    );
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longFiles.indexOf(relative(root, moduleId));
  return place === -1 ? longFiles.length : place;
}
