import i18next from 'i18next';
import type { enPages } from '../text/page-texts.generated.ts';
import type { en } from '../text/texts.generated.ts';

type Texts = typeof en & typeof enPages;

/**
 * Whether a word of the server or a station is one that we have a text for, in the table at a path such as `session.state`; others are
 * shown as they came. The language that is shown says it, so that nobody reads the texts of another one for this.
 */
export function isKnownWord<Path extends string>(path: Path, word: string): word is keyof At<Texts, Path> & string {
  const table: unknown = i18next.getResource(i18next.language, 'translation', path);
  return typeof table === 'object' && table !== null && Object.hasOwn(table, word);
}

type At<Table, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Table
    ? At<Table[Head], Rest>
    : never
  : Path extends keyof Table
    ? Table[Path]
    : never;
