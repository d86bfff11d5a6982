import type { DeviceTier } from '#contract/devices/device.ts';
import type { ListedTool } from './device-book.ts';

/** `tier`: what it has until somebody judges it. `floor`: what nobody can go below. */
export type ToolTier = { tier: DeviceTier; floor: DeviceTier };

// Another software, or data that it runs by: whoever chooses the address owns the device.
const replacesSoftware = /firmware|upgrade|assets/i;
const takesAway = /reboot|restart|reconfigure|wi-?fi|reset|factory|erase/i;
const movesOrOpens =
  /gate|door|(?<!c)lock|latch|relay|contactor|breaker|motor|servo|valve|pump|barrier|bollard|dog|chassis|robot|move|walk|drive|forward|backward|turn_(left|right)|spin|jump|open|close/i;

/** The firmware hides what is for its user alone and runs it for anybody, so the floor stands here. */
export function tierOf({ name, isForUsersOnly }: Pick<ListedTool, 'name' | 'isForUsersOnly'>): ToolTier {
  if (replacesSoftware.test(name)) return { tier: 'R3', floor: 'R3' };
  if (isForUsersOnly || takesAway.test(name)) return { tier: 'R2', floor: 'R2' };
  return { tier: movesOrOpens.test(name) ? 'R2' : 'R1', floor: 'R0' };
}

/** R0 < R1 < R2 < R3, which is how they are written. */
export function stricterTier(one: DeviceTier, other: DeviceTier): DeviceTier {
  return one > other ? one : other;
}
