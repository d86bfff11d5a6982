import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './form.css';
import { ProblemNote } from './problem-note.tsx';

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  onSubmit: () => void;
  submit: string;
  isSending: boolean;
  problem: Error | null;
  /** Takes something away that does not come back. */
  isGrave?: boolean;
  /** Why it cannot be sent yet; undefined: it can. */
  whyNot?: string | undefined;
  size?: string;
  /** How not to do it is called; where the thing itself is a cancelling, "Cancel" would say both. */
  cancel?: string;
  children: ReactNode;
};

/** Asks for something; what the server answers to it stands above the buttons when it is no. */
export function FormDialog(props: Props) {
  const { title, isOpen, onClose, onSubmit, submit, isSending, problem, isGrave, whyNot, size, cancel, children } =
    props;
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size ?? 'md'}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (whyNot === undefined) onSubmit();
        }}
      >
        <Stack gap="md">
          {children}
          {problem !== null && <ProblemNote problem={problem} />}
          <Group justify="flex-end" gap="sm" align="center">
            <span className="form-why-not form-why-not-line">{whyNot}</span>
            <Button variant="default" onClick={onClose}>
              {cancel ?? t('form.cancel')}
            </Button>
            <Button
              type="submit"
              loading={isSending}
              aria-disabled={whyNot !== undefined}
              data-disabled={whyNot !== undefined}
              {...(isGrave === true ? { color: 'red' } : {})}
            >
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
