/** One file that is written from a source, never by hand. The path is relative to the folder of package.json. */
export type GeneratedFile = {
  path: string;
  content: string;
  /** What the file had to tell that must not stay so: with `--check` they fail the run. */
  problems?: readonly string[];
};
