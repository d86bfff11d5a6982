/** Work that runs once at a time: whoever asks while it is under way waits for the same run. */
export type SingleFlight<Result> = (() => Promise<Result>) & {
  /** Resolves when the run that is under way has ended, however it ended. */
  settled(): Promise<void>;
};

export function singleFlight<Result>(work: () => Promise<Result>): SingleFlight<Result> {
  let running: Promise<Result> | undefined;
  const run = () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
  const settled = async () => void (await running?.catch(() => undefined));
  return Object.assign(run, { settled });
}
