export type Problems = {
  'external-database': Record<string, never>;
  'folder-in-cluster': { folder: string };
  'folder-unusable': { folder: string; reason: string };
  'no-space': { folder: string; neededBytes: number; freeBytes: number };
  'has-tablespaces': Record<string, never>;
  'log-recycled': { segment: string };
  'server-lost': { reason: string };
  'no-key-file': { file: string };
  'nothing-kept': Record<string, never>;
  'no-backup': { folder: string };
  'no-backup-before': { folder: string; until: Date };
  'is-unfinished': { folder: string };
  'manifest-unreadable': { file: string; reason: string };
  'other-platform': { made: string; here: string };
  'other-postgres': { made: string; here: string };
  'newer-product': { made: string; here: string; migration: string };
  'file-missing': { file: string };
  'file-differs': { file: string };
  'product-runs': { dataDir: string };
  'until-in-backup': { until: Date; endedAt: Date };
  'no-log': { segment: string };
  'several-timelines': { timelines: readonly { timeline: number; until: Date }[] };
  'log-has-hole': { segment: string; wholeUntil: Date };
  'log-ends-early': { until: Date; lastAt: Date | null };
  'recovery-failed': { reason: string };
  'table-damaged': { table: string; reason: string };
};

export type ProblemName = keyof Problems;

/** Thrown by backup and restore; the terminal tells it in the language of whoever reads. */
export class BackupProblem<Name extends ProblemName = ProblemName> extends Error {
  readonly problem: Name;
  readonly facts: Problems[Name];

  constructor(problem: Name, facts: Problems[Name], cause?: unknown) {
    super(`${problem} ${JSON.stringify(facts)}`, { cause });
    this.name = 'BackupProblem';
    this.problem = problem;
    this.facts = facts;
  }
}
