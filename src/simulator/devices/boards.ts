import { displayBoard } from './boards/display.ts';
import { lightBoard } from './boards/light.ts';
import { probeBoard } from './boards/probe.ts';
import { chassisBoard, dogBoard } from './boards/robots.ts';
import type { Board } from './device-tool.ts';

/** By the names that people type. */
export const boards = {
  light: lightBoard,
  display: displayBoard,
  dog: dogBoard,
  chassis: chassisBoard,
  probe: probeBoard,
} satisfies Record<string, () => Board>;

export type BoardName = keyof typeof boards;

export function isBoardName(name: string): name is BoardName {
  return Object.hasOwn(boards, name);
}
