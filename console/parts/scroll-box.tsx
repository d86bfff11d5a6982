import type { ComponentProps } from 'react';

/** What scrolls by itself is reached by the keyboard too, which not every browser does of its own accord. */
export function ScrollBox(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
  return <div tabIndex={0} {...props} />;
}
