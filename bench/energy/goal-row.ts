/** One line of the table: a goal, what others reach on the same input, and what we do. */
export type GoalRow = {
  goal: string;
  what: string;
  anchors: string;
  ours: string;
  target: string;
  verdict: 'met' | 'missed' | 'not measured';
  /** Why it was missed and what was tried, or what the input is made of. */
  remark?: string;
};

export function verdict(isMet: boolean): GoalRow['verdict'] {
  return isMet ? 'met' : 'missed';
}
