import { type ComponentType, lazy, Suspense } from 'react';

const loaders = new Set<() => Promise<unknown>>();

/** A part that is loaded when it is first shown, such as a dialog: most visits never see it. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  loaders.add(load);
  const Part = lazy(async () => ({ default: await load() }));
  return (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

/** Reads them all beforehand, as far as their pages are there: somebody may need a dialog while the server is away. */
export async function preloadParts(): Promise<void> {
  for (const load of loaders) await load().catch(() => undefined); // it is read again when it is needed
}
