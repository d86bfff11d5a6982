import { Button, type ButtonProps } from '@mantine/core';
import { unlessBlocked } from './blocked.ts';
import { type Scope, useMay } from './use-may.ts';

type Props = Omit<ButtonProps, 'onClick'> & {
  scope: Scope;
  /** Why it cannot be done now, whoever asks; undefined: it can. */
  whyNot?: string | undefined;
  onClick: () => void;
  'aria-label'?: string;
};

/** Changes something, for whoever may. */
export function ActionButton({ scope, whyNot, onClick, ...rest }: Props) {
  return <Button size="compact-md" fz="sm" {...rest} {...unlessBlocked(useMay(scope).told ?? whyNot, onClick)} />;
}

/** In the last column of a table. */
export function RowButton(props: Props) {
  return <ActionButton variant="default" size="compact-sm" {...props} />;
}
