import { askAtOnce, type Run } from './asking.ts';
import type { Answer } from './doors.ts';
import { callerNames } from './lane.ts';
import { restAsk } from './ways.ts';

let isHeld = false;

/** Somebody pulls the switch; while it is on no station hears anything, whoever asks. One lane at a time. */
export async function killSwitchSteps(run: Run): Promise<void> {
  const { lane, random } = run;
  if (isHeld) return;
  isHeld = true;
  const { judge } = lane.world;
  const writes = (table: string) => table === 'kill_switch';
  const turn = (isOn: boolean, by: (typeof callerNames)[number]) =>
    restAsk(run, {
      by,
      path: '/api/kill-switch',
      body: { isOn, why: `L${lane.index}-kill-switch` },
      scope: 'stations:command',
      writes,
      least: isOn ? 'operator' : 'administrator',
      after: ({ isDone }: Answer) => {
        if (isDone && isOn) judge.blocked(true);
      },
    });
  try {
    await askAtOnce(run, [turn(true, random.pick(callerNames))]);
    for (const { stationId } of lane.stations)
      await askAtOnce(run, [
        restAsk(run, {
          by: 'operator',
          least: 'operator',
          scope: 'stations:command',
          sends: ['Reset'],
          path: `/api/stations/${stationId}/commands/reset`,
          body: { input: {} },
        }),
      ]);
  } finally {
    judge.blocked(false);
    await askAtOnce(run, [turn(false, 'administrator')]);
    isHeld = false;
  }
}
