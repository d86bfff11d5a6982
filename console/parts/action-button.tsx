import { Button, type ButtonProps } from '@mantine/core';
import { type Scope, useMay } from './use-may.ts';

type Props = Omit<ButtonProps, 'onClick'> & {
  scope: Scope;
  /** Why it cannot be done now, whoever asks; undefined: it can. */
  whyNot?: string | undefined;
  onClick: () => void;
  'aria-label'?: string;
};

/** Changes something. Stays where it is when it cannot be pressed, and says why to whoever points at it or hears it. */
export function ActionButton({ scope, whyNot, onClick, ...rest }: Props) {
  const may = useMay(scope);
  const told = may.told ?? whyNot;
  return (
    <Button
      size="compact-md"
      fz="sm"
      {...rest}
      aria-disabled={told !== undefined}
      aria-description={told}
      data-disabled={told !== undefined}
      title={told}
      onClick={() => {
        if (told === undefined) onClick();
      }}
    />
  );
}
