/** One line of the table: a goal, what others reach on the same input, and what we do. */
export type GoalRow = {
  goal: string;
  what: string;
  anchors: string;
  ours: string;
  target: string;
  verdict: 'met' | 'missed' | 'not measured';
};

export function verdict(isMet: boolean): GoalRow['verdict'] {
  return isMet ? 'met' : 'missed';
}
