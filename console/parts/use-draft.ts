import { useState } from 'react';

type Names<Draft, Value> = { [Name in keyof Draft]: Draft[Name] extends Value ? Name : never }[keyof Draft];
type Typed = { currentTarget: { value: string } };
type Ticked = { currentTarget: { checked: boolean } };

/** The props of a form's fields, each by the name of what it holds. */
export function fieldsOf<Draft extends object>(draft: Draft, change: (part: Partial<Draft>) => void) {
  const set = (name: keyof Draft, value: unknown) => change({ [name]: value } as Partial<Draft>);
  return {
    text: (name: Names<Draft, string>) => ({
      value: draft[name] as string,
      autoComplete: 'off',
      onChange: ({ currentTarget }: Typed) => set(name, currentTarget.value),
    }),
    tick: (name: Names<Draft, boolean>) => ({
      checked: draft[name] as boolean,
      onChange: ({ currentTarget }: Ticked) => set(name, currentTarget.checked),
    }),
    /** For a field that hands its value over itself. */
    choice: <Name extends keyof Draft>(name: Name) => ({
      value: draft[name],
      onChange: (value: Draft[Name]) => set(name, value),
    }),
  };
}

/** What a form holds, as it is typed. */
export function useDraft<Draft extends object>(first: Draft | (() => Draft)) {
  const [draft, setDraft] = useState(first);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return { draft, change, ...fieldsOf(draft, change) };
}

/** What was typed; null: nothing. */
export function typedOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
