import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SignInForm } from './sign-in-form.tsx';

export function SignInDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('signIn.title')}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <SignInForm onDone={onClose}>
        <Button variant="default" onClick={onClose}>
          {t('signIn.cancel')}
        </Button>
      </SignInForm>
    </Modal>
  );
}
