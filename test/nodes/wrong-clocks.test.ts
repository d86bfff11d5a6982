import { expect, test } from 'vitest';
import { startChargingFleet } from '../faults/charging-fleet.ts';
import { askAll } from './ask-stations.ts';
import { ThreeNodes } from './three-nodes.ts';

const count = 9;
const hourMs = 3_600_000;
/** By place: one is right, one an hour behind, one an hour ahead. */
const offsetsMs = [0, -hourMs, hourMs];

test('a node whose clock is an hour off reaches stations at other nodes, is reached, and says that its clock is wrong', async () => {
  await using three = await ThreeNodes.start({ envAt: (place) => ({ NODE_OPTIONS: offClock(offsetsMs[place] ?? 0) }) });
  await using fleet = await startChargingFleet(three.through(0), { count });
  const stationIds = fleet.stations.map(({ id }) => id);
  for (const place of [0, 1, 2]) expect(await askAll(three.through(place), stationIds)).toEqual({ accepted: count });
  for (const place of [0, 1, 2])
    expect(three.at(place).printed.includes('the clock of this machine is not that of the database')).toBe(place !== 0);
});

/** What a process is started with whose wall clock is off; how long things take it knows rightly. */
function offClock(offsetMs: number): string {
  const program = `
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given) { given.length === 0 ? super(Right.now() + ${offsetMs}) : super(...given); }
      static now() { return Right.now() + ${offsetMs}; }
    };`;
  return `--import data:text/javascript,${encodeURIComponent(program)}`;
}
