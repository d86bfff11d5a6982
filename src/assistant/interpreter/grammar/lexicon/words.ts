/** Per concept its phrases, parted by commas: English, then Portuguese. */
export type Words = Record<string, readonly [en: string, pt: string]>;
