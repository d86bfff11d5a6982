import { type ErrorCode, SigecError } from '#base/errors.ts';
import type { BackupProblem, ProblemName, Problems } from '#main/maintenance-commands.ts';
import type { Terminal } from './terminal.ts';

/** Everything else is told as a failure of the work itself. */
const codes: Partial<Record<ProblemName, ErrorCode>> = {
  'no-backup': 'NOT_FOUND',
  'no-backup-before': 'NOT_FOUND',
  'until-in-backup': 'INVALID_INPUT',
  'several-timelines': 'INVALID_INPUT',
  'nothing-kept': 'INVALID_INPUT',
  'folder-in-cluster': 'INVALID_INPUT',
};

/** Does work on the database; what keeps it from going on is told in the language of the terminal. */
export async function tellingProblems<Result>(
  { text }: Terminal,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const upkeep = await import('#main/maintenance-commands.ts');
  try {
    return await work();
  } catch (cause) {
    if (signal.aborted) throw new SigecError('CONFLICT', text.database.interrupted, { cause });
    if (isOfFiles(cause)) throw new SigecError('CONFLICT', text.database.filesFailed(cause.message), { cause });
    if (!(cause instanceof upkeep.BackupProblem)) throw cause;
    const { problem, facts } = cause as BackupProblem;
    throw new SigecError(codes[problem] ?? 'CONFLICT', sentenceOf(text.database.problems, problem, facts), { cause });
  }
}

/** A disk that is full or read-only, a folder that may not be read: nothing is wrong with us. */
function isOfFiles(cause: unknown): cause is Error {
  return cause instanceof Error && 'syscall' in cause && 'path' in cause;
}

function sentenceOf<Name extends ProblemName>(
  sentences: { [Each in ProblemName]: (facts: Problems[Each]) => string },
  problem: Name,
  facts: Problems[Name],
): string {
  return sentences[problem](facts);
}
