import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { unlessBlocked } from './blocked.ts';
import './form.css';
import { lazyPart } from './lazy-part.tsx';
import { ProblemNote } from './problem-note.tsx';
import { SignInContext } from './sign-in-context.ts';
import { useFocusBack } from './use-focus-back.ts';

const Modal = lazyPart(async () => (await import('./modal.ts')).Modal);

type Props = {
  title: string;
  submit: string;
  /** What the form sends. */
  save: { mutate: () => void; isPending: boolean; error: Error | null };
  onClose: () => void;
  explain?: string;
  /** Takes something away that does not come back. */
  isGrave?: boolean;
  /** Why it cannot be sent yet; undefined: it can. */
  whyNot?: string | undefined;
  size?: string;
  /** How not to do it is called; where the thing itself is a cancelling, "Cancel" would say both. */
  cancel?: string;
  children?: ReactNode;
};

/** Asks for something; what the server answers to it stands above the buttons when it is no. */
export function FormDialog({ title, submit, save, onClose, whyNot, size, ...rest }: Props) {
  const { t } = useTranslation();
  const { explain, isGrave = false, cancel = t('form.cancel'), children } = rest;
  return (
    <Dialog title={title} onClose={onClose} size={size ?? 'md'}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (whyNot === undefined) save.mutate();
        }}
      >
        <Stack gap="md">
          {explain !== undefined && <Text size="sm">{explain}</Text>}
          {children}
          {save.error !== null && <ProblemNote problem={save.error} />}
          <Group justify="flex-end" gap="sm" align="center">
            <span className="form-why-not form-why-not-line">{whyNot}</span>
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button
              type="submit"
              loading={save.isPending}
              {...unlessBlocked(whyNot)}
              {...(isGrave && { color: 'red' })}
            >
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

type DialogProps = {
  title: string;
  onClose: () => void;
  size?: string;
  /** Shows something that is shown once: a stray click does not close it. */
  isKept?: boolean;
  /** Lies over every other one: Escape closes this one alone. */
  isSignIn?: boolean;
  children: ReactNode;
};

export function Dialog({ title, onClose, size, isKept = false, isSignIn = false, children }: DialogProps) {
  const { t } = useTranslation();
  const { isOpen: isSigningIn } = use(SignInContext);
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnEscape={isSignIn || !isSigningIn}
      {...(size !== undefined && { size })}
      centered
      closeOnClickOutside={!isKept}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {children}
    </Modal>
  );
}

/** Fields that few need, folded away. */
export function MoreFields({ title, children }: { title?: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <details className="form-more">
      <summary>{title ?? t('form.moreFields')}</summary>
      <Stack gap="md">{children}</Stack>
    </details>
  );
}
