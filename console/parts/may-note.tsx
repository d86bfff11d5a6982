import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOpenSignIn } from './sign-in-context.ts';
import { type Scope, useMay } from './use-may.ts';

/** Once on a page: why nothing can be changed here, and what would help. */
export function MayNote({ scope }: { scope: Scope }) {
  const { reason, told } = useMay(scope);
  if (told === undefined) return null;
  return (
    <span className="may-note">
      {told} {reason === 'notSignedIn' && <SignInLink />}
    </span>
  );
}

export function SignInLink() {
  const { t } = useTranslation();
  return (
    <Anchor component="button" type="button" fz="inherit" onClick={useOpenSignIn()}>
      {t('signIn.open')}
    </Anchor>
  );
}
