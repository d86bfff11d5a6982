/** One file that is written from a source, never by hand. The path is relative to the folder of package.json. */
export type GeneratedFile = { path: string; content: string };
